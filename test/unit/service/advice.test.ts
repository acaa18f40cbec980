import { adviceOn, evidenceOf } from '../../../nodes/Clip/service/rules/advice';
import {
	type Answer,
	type Call,
	type Failure,
	isSuccess,
	noAnswer,
} from '../../../nodes/Clip/service/rules/answer';
import { failure, read } from '../given/answers';

const OUTCOMES = [
	...(['authentication', 'failed', 'invalidRequest', 'quota'] as const),
	...(['rateLimited', 'sourceProblem', 'temporary', 'unreadable'] as const),
];

function failureOf(answer: Answer): Failure {
	if (isSuccess(answer)) throw new Error('this is no failure');
	return answer;
}

const adviceFor = (call: Call, answer: Answer) => adviceOn(call, failureOf(answer));

describe.each(['create', 'query'] as const)('advice on %s', (call) => {
	it.each(OUTCOMES)(
		'at %s has a title, a hint and the words of the service, and all raw facts in its details',
		(outcome) => {
			const facts = { serviceMessage: 'raw words', excerpt: 'raw body', projectId: '12345678901234567890' };
			for (const code of [null, '4002', '4242', '-1000', 'x']) {
				const { title, description } = adviceOn(call, failure({ outcome, code, ...facts }));
				expect(title).toMatch(/^[A-Z][^\n.]+[^.\s]$/);
				for (const fact of [facts.serviceMessage, facts.projectId]) expect(description).toContain(fact);
				const details = evidenceOf(failure({ outcome, code, ...facts }));
				const raw = [...Object.values(facts), 'HTTP 200', code === null ? '' : `code ${code}`];
				for (const fact of raw) expect(details).toContain(fact);
				expect(description).not.toMatch(/undefined|null|NaN|\[object/);
			}
		},
	);

	it.each([4004, 4005, 4006, 4008, 4009, 4010])(
		'explains code %i beside the words of the service',
		(code) => {
			const answer = failureOf(read(call, { code, msg: 'raw' }));
			const { description } = adviceOn(call, answer);
			const [ofItsClass] = adviceOn(call, { ...answer, code: '4242' }).description.split(' The service says');
			expect(description).toContain('The service says: "raw".');
			expect(description).not.toContain(ofItsClass);
		},
	);

	it.each([
		['', 302, 'redirects'],
		['<html>', 404, "'Base URL'"],
	])('at %j with HTTP %i says %s', (body, status, words) => {
		expect(adviceFor(call, read(call, body, status)).description).toContain(words);
	});
});

it('Code 4006 is about a field of a submission, and about the project in a status check', () => {
	const titles = (['create', 'query'] as const).map(
		(call) => adviceFor(call, read(call, { code: 4006 })).title,
	);
	expect(titles).toEqual(['The service rejected the submission', 'The service does not know this project']);
});

describe('the money', () => {
	const CERTAIN = 'No project was created and nothing was charged.';

	it.each([...OUTCOMES, 'blocked'] as const)(
		'is safe when a submission failed for certain: %s',
		(outcome) => {
			expect(adviceOn('create', failure({ outcome })).description).toContain(CERTAIN);
		},
	);

	it.each(OUTCOMES)(
		'is in doubt when a project may have been created, and the error says so: %s',
		(outcome) => {
			const { title, description } = adviceOn('create', failure({ outcome, mayHaveCreated: true }));
			expect(title).toBe('It is unknown whether the project was created');
			for (const words of ['minutes may have been charged', 'not sent again'])
				expect(description).toContain(words);
			expect(description).not.toContain(CERTAIN);
		},
	);

	it.each<[string, Answer]>([
		['the service is down', read('query', '', 503)],
		['there are too many questions', read('query', { code: 4003 })],
		['the key is wrong', read('query', { code: 4001 })],
		['a gateway knows no such address', read('query', '{}', 404)],
		['n8n allows no call', noAnswer('query', 'blocked', false, '7', 'blocked')],
	])('is not lost with a question when %s', (_what, answer) => {
		expect(adviceFor('query', answer).description).toContain('The project is not lost');
	});

	it.each([4002, 4005, 4007, 4008, 4242])('is not promised back when the project failed with %i', (code) => {
		const { description } = adviceFor('query', read('query', { code }));
		expect(description).not.toContain('not lost');
		expect(description).toContain('A retry of this one does not submit it again.');
	});
});

it('The evidence is one sentence with what is known, and no more', () => {
	expect(evidenceOf(failure({ httpStatus: null }))).toBe('Answer of the service: no answer.');
	const all = failure({ code: '-1000', serviceMessage: 'm', excerpt: 'b', projectId: '7' });
	const told = 'Answer of the service: code -1000, message "m", HTTP 200, body "b", project ID 7.';
	expect(evidenceOf(all)).toBe(told);
});
