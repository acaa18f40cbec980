import { detailsOf } from '../../../nodes/Clip/problems/details';
import { composeErrorText } from '../../../nodes/Clip/problems/errorText';
import { makeProblem, type Problem, withRemarks } from '../../../nodes/Clip/problems/problem';
import { problemOfAnswer } from '../../../nodes/Clip/service/rules/answerProblem';
import { failureOf, read } from '../given/answers';

const ITEM = { reason: 'R.', explanation: '', purpose: 'submit' } as const;
const refused = (code: number) => problemOfAnswer(failureOf(read('query', { code })));
const download = (kind: 'expired' | 'tooLarge') =>
	makeProblem('download', {
		...{ kind, projectId: '7', videoId: 'v', host: 'h.example', httpStatus: 403, fresh: null },
	});

/** Problems, and what workflows branch on. */
const ALL: Array<[problem: Problem, outcome: string]> = [
	[makeProblem('earlierError', { ...ITEM, isFinal: false }), 'invalidParameter'],
	[makeProblem('failedExpression', ITEM), 'invalidParameter'],
	[makeProblem('invalidParameter', { broken: [], purpose: 'submit' }), 'invalidParameter'],
	[makeProblem('n8nError', ITEM), 'unexpected'],
	[makeProblem('unexpected', ITEM), 'unexpected'],
	[makeProblem('noLink', { name: 'v' }), 'notFound'],
	[makeProblem('clipNotFound', { projectId: '7', videoId: 'v' }), 'clipNotFound'],
	[makeProblem('notYetSubmitted', { until: 0 }), 'rateLimited'],
	[makeProblem('stoppedBefore', {}), 'stopped'],
	[makeProblem('tooManyVideos', { videos: 41, most: 40 }), 'invalidParameter'],
	[makeProblem('unrecorded', { reason: 'R' }), 'temporary'],
	[makeProblem('unknownOperation', { known: [] }), 'invalidParameter'],
	[makeProblem('unopenedCredential', { ...ITEM, isChosen: true }), 'authentication'],
	[makeProblem('unusableCredential', { fault: 'keyEmpty', purpose: 'submit' }), 'authentication'],
	[makeProblem('tooManyWaits', { projectId: '7', most: 10, lastFailure: null }), 'timedOut'],
	[
		makeProblem('timedOut', { projectId: '7', waitedMs: 1, lastFailure: failureOf(read('query', {})) }),
		'timedOut',
	],
	[makeProblem('processing', { projectId: '7' }), 'processing'],
	[makeProblem('unknownWhetherCreated', { answer: failureOf(read('create', {})) }), 'unknownWhetherCreated'],
	[refused(4001), 'authentication'],
	[refused(4002), 'failed'],
	[download('expired'), 'expired'],
];

it.each(ALL.map(([problem, outcome]) => [problem.code, outcome, problem] as const))(
	'Workflows know the problem %s as %s',
	(_code, outcome, problem) => {
		expect(detailsOf(problem, '').outcome).toBe(outcome);
	},
);

it('The ID of a clip is a text from outside: a link that was entered in its place loses its query', () => {
	const videoId = 'https://media.example/a.mp4?Signature=SECRET';
	const { details } = composeErrorText(
		makeProblem('clipNotFound', { projectId: '7', videoId }),
		'person',
		null,
	);
	expect(details.videoId).toBe('https://media.example/a.mp4');
	expect(detailsOf(download('expired'), '').videoId).toBe('v');
});

it('What is wrong with the item ends the same way again, unless an earlier node may give something else', () => {
	const [earlier, expression] = ALL.map(([problem]) => detailsOf(problem, '').isFinal);
	expect({ earlier, expression }).toEqual({ earlier: false, expression: true });
	expect(detailsOf(makeProblem('processing', { projectId: '7' }), '').isFinal).toBe(false);
});

describe('What has a project, or may have one, may have been paid for', () => {
	const paid = (problem: Problem) => detailsOf(problem, '').mayHavePaid;
	const wrong = (projectId: string | null) =>
		makeProblem('invalidParameter', { broken: [], purpose: 'query', projectId });

	it.each([
		['a project', makeProblem('processing', { projectId: '7' }), true],
		['a refused query', refused(4001), true],
		['a submission of which nothing is known', makeProblem('unknownWhetherCreated', { answer: null }), true],
		['a submission that was not sent', makeProblem('stoppedBefore', {}), false],
		['a wrong parameter', wrong(null), false],
		['a wrong parameter beside a project', wrong('7'), false],
	])('%s', (_of, problem, may) => {
		expect(paid(problem)).toBe(may);
	});

	it('also where only what is said beside it names one', () => {
		const projects = [{ itemIndex: 1, projectId: '8' }];
		expect(paid(withRemarks(wrong(null), { code: 'otherProjects', facts: { projects } }))).toBe(true);
	});
});

it('The codes of the service and of HTTP are text, and what is not known is null', () => {
	expect(detailsOf(refused(4001), 'Answer …')).toMatchObject({
		...{ code: '4001', httpCode: '200', projectId: '7', evidence: 'Answer …' },
	});
	expect(detailsOf(download('tooLarge'), '')).toMatchObject({ code: null, httpCode: '403', videoId: 'v' });
	const details = detailsOf(makeProblem('stoppedBefore', {}), '');
	expect(details).toMatchObject({ code: null, httpCode: null, projectId: null, evidence: null });
	expect(details).not.toHaveProperty('videoId');
});
