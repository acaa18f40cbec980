import { asOneText, composeErrorText, maskKeysInError } from '../../../nodes/Clip/problems/errorText';
import { hintTexts, NOT_PAUSED, remarkTexts } from '../../../nodes/Clip/problems/notices';
import {
	withProjectId,
	isProblem,
	makeProblem,
	type Remark,
	withRemarks,
} from '../../../nodes/Clip/problems/problem';
import { describeAnswer } from '../../../nodes/Clip/problems/answers';
import { failureOf, read } from '../given/answers';
import { inWords } from '../given/texts';

const ITEM = { reason: 'R.', explanation: 'E', purpose: 'submit' } as const;
const processing = makeProblem('processing', { projectId: '7' });
const others: Remark = { code: 'otherProjects', facts: { projects: [{ itemIndex: 1, projectId: '8' }] } };
const videos = [{ itemIndex: 3, link: 'https://youtu.be/a' }];
const at = Date.UTC(2026, 0, 2);

describe('An error in words', () => {
	it('names its item where there are several, unless n8n has said it already', () => {
		const titleOf = (problem: Parameters<typeof composeErrorText>[0], itemCount: number) =>
			composeErrorText(problem, 'person', { itemIndex: 1, itemCount }).title;
		const { title } = inWords('processing', { projectId: '7' });
		expect([titleOf(processing, 2), titleOf(processing, 1)]).toEqual([`${title} [item 1]`, title]);
		expect(composeErrorText(processing, 'person', null).title).toBe(title);
		expect(titleOf(makeProblem('n8nError', ITEM), 2)).toBe('R.');
	});

	it('has what else is known in its title where the editor explains the description itself', () => {
		const explained = Object.assign(new Error('no'), { context: { descriptionKey: 'nodeNotFound' } });
		const template = Object.assign(new Error('no'), { context: { descriptionTemplate: 'x' } });
		const other = Object.assign(new Error('no'), { context: { itemIndex: 1 } });
		const titles = [explained, template, other, new Error('no'), null].map((cause) => {
			const problem = withRemarks(makeProblem('failedExpression', ITEM, cause), others);
			return /8 \(item 1\)\. .*[^.]$/.test(composeErrorText(problem, 'person', null).title);
		});
		expect(titles).toEqual([true, true, false, false, false]);
		const alone = composeErrorText(makeProblem('failedExpression', ITEM, explained), 'person', null);
		expect(alone.title).toBe(inWords('failedExpression', ITEM).title);
	});

	it('has the beginning of the answer that caused it, or of the last one before a wait ran out, as evidence', () => {
		const answer = failureOf(read('query', '<p>busy', 503));
		const timedOut = { projectId: '7', waitedMs: 60_000 };
		const texts = [
			makeProblem('failed', { answer }),
			makeProblem('timedOut', { ...timedOut, lastFailure: answer }),
			makeProblem('timedOut', { ...timedOut, lastFailure: null }),
		].map((problem) => composeErrorText(problem, 'person', null));
		const begins = 'The answer begins: "<p>busy"';
		expect(texts.map(({ evidence }) => evidence)).toEqual([begins, begins, '']);
		expect(texts.map(({ details }) => details.evidence)).toEqual([begins, begins, null]);
	});

	it('warns whoever pays each time, and nobody else', () => {
		const [payer, person] = (['payerEachTime', 'person'] as const).map(
			(reader) => composeErrorText(processing, reader, null).description,
		);
		expect(payer).toContain("'Submit Again' is 'Each Time'");
		expect(person).not.toContain('Each Time');
	});

	it('is one text for an agent, and shows a key in none of its texts', () => {
		const text = composeErrorText(makeProblem('unexpected', ITEM), 'caller', null);
		const one = asOneText(text);
		expect(one).toMatchObject({ description: '', evidence: '', details: text.details });
		for (const part of [text.title.replace(/\.$/, ''), text.description]) expect(one.title).toContain(part);
		const key = 'a-key-of-somebody';
		const details = { ...text.details, evidence: key };
		const masked = maskKeysInError(
			{ title: key, description: `It is ${key}.`, evidence: key, details },
			new Set([key]),
		);
		const [title, description, evidence] = ['***', 'It is ***.', '***'];
		expect(masked).toEqual({ title, description, evidence, details: { ...text.details, evidence } });
	});
});

describe('A problem', () => {
	it.each<[string, Remark, boolean]>([
		['other projects', others, true],
		['videos that may have been submitted', { code: 'maybeSubmitted', facts: { videos } }, true],
		['no such videos', { code: 'maybeSubmitted', facts: { videos: [] } }, false],
		['stored files', { code: 'filesStored', facts: { stored: 1, all: 2 } }, false],
	])('may have been paid for where it is said beside it: %s', (_what, remark, mayHavePaid) => {
		const problem = withRemarks(makeProblem('stoppedBefore', {}), remark);
		expect(composeErrorText(problem, 'person', null).details.mayHavePaid).toBe(mayHavePaid);
	});

	it('is told by its code, has no remarks at first, and can be given its project', () => {
		const problem = makeProblem('stoppedBefore', {});
		expect(problem.remarks).toEqual([]);
		expect([isProblem(problem, 'stoppedBefore'), isProblem(problem, 'download')]).toEqual([true, false]);
		expect(withProjectId(problem, '7')).toEqual({ ...problem, facts: { projectId: '7' } });
	});
});

it('Other projects are named with their items', () => {
	const projects = [
		{ itemIndex: 0, projectId: '7' },
		{ itemIndex: 1, projectId: '8' },
	];
	expect(remarkTexts.otherProjects({ projects })).toContain('7 (item 0), 8 (item 1).');
});

it('A hint on a project that is used again names its item where there are several', () => {
	const [one, two] = ['7', '8'].map((projectId, itemIndex) => ({ itemIndex, projectId, submittedAt: at }));
	if (one === undefined || two === undefined) throw new TypeError('There are two.');
	expect(hintTexts.reusedProjects([one])).toContain('project 7, from 2026-01-02');
	expect(hintTexts.reusedProjects([one, two])).toMatch(
		/project 7 \(item 0\), from .*; project 8 \(item 1\), from /,
	);
});

it('A hint on an execution that kept running says how to do without it, but not to a tool', () => {
	const [node, tool] = [false, true].map((isTool) => hintTexts.keptRunning('agent', isTool));
	expect([node, tool].map((text) => text?.includes('Wait Mode'))).toEqual([true, false]);
	expect(node).toContain(`Reason: ${NOT_PAUSED.agent}.`);
	expect(hintTexts.keptRunning({ n8n: 'its words' }, true)).toContain('Reason: its words.');
});

it('An answer is quoted with its speaker, or as a reason where none came, and without a second period', () => {
	const answer = failureOf(read('query', { code: 4002, msg: 'no. way.' }));
	expect(describeAnswer(answer)).toContain('The service says: "no. way" (code 4002, project 7).');
	const noAnswer = { ...answer, code: null, httpStatus: null };
	expect(describeAnswer(noAnswer)).toContain('Reason: no. way (project 7).');
	expect(describeAnswer({ ...noAnswer, hindrance: 'n8nRules' })).toContain(
		'n8n says: "no. way" (project 7).',
	);
	expect(describeAnswer({ ...answer, code: null, httpStatus: 503 })).toContain(
		'"no. way" (HTTP 503, project 7).',
	);
	expect(describeAnswer({ ...answer, code: null, httpStatus: 200 })).not.toContain('HTTP');
	expect(describeAnswer({ ...answer, message: '' })).toContain('The answer: code 4002, project 7.');
});

it('A mistake is followed by the way on, but for a call, which does not come again', () => {
	const todoOf = (purpose: 'query' | 'queryAfterCall' | 'submit') =>
		inWords('unusableCredential', { fault: 'keyEmpty', purpose }, 'personWithoutProject').nextStep;
	expect(todoOf('submit')).toContain('earlier videos are paid for again');
	expect([
		todoOf('query').endsWith(' Then execute again.'),
		todoOf('queryAfterCall').includes('again'),
	]).toEqual([true, false]);
	const several = [1, 2].map((number) => ({ label: `L${number}`, rule: 'is missing', sentences: ['Why.'] }));
	const { title, meaning } = inWords('invalidParameter', { broken: several, purpose: 'submit' });
	expect(title).toMatch(/^2 [^']+$/);
	expect(meaning).toContain("'L1' is missing. Why. 'L2' is missing. Why.");
});

it('A service that is asked too often says when to come back, if it knows', () => {
	const answer = failureOf(read('query', { code: 4003 }));
	const todoOf = (retryAt: number | null) =>
		inWords('rateLimited', { answer: { ...answer, retryAt } }).nextStep;
	expect(todoOf(at)).toContain('until 2026-01-02 00:00:00 UTC');
	expect(todoOf(null)).not.toContain('2026');
});

it('A fault of the credential is the title of what came of it, also at the end of a wait', () => {
	const answer = { ...failureOf(read('query', { code: 4003 })), credentialFault: 'keyEmpty' as const };
	expect(inWords('temporary', { answer }).title).toContain("'API Key' is empty");
	const timedOut = { projectId: '7', waitedMs: 60_000 };
	expect(inWords('timedOut', { ...timedOut, lastFailure: answer }).nextStep).toContain("'API Key' is empty.");
	const last = { ...answer, credentialFault: null };
	expect(inWords('timedOut', { ...timedOut, lastFailure: last }).nextStep).not.toMatch(/^\./);
});

it('A lost answer names the video with its time: recorded where none came, else submitted', () => {
	const video = { link: 'https://youtu.be/a', submittedAt: at };
	const backgroundOf = (answer: ReturnType<typeof failureOf> | null) =>
		inWords('unknownWhetherCreated', { answer, video }).background;
	expect(backgroundOf(null)).toBe('Video: https://youtu.be/a, recorded at 2026-01-02 00:00:00 UTC.');
	expect(backgroundOf(failureOf(read('create', {}, 502)))).toMatch(/HTTP 502.*submitted at/);
});
