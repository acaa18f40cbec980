import { adviceOn, evidenceOf } from '../../../nodes/Clip/service/rules/advice';
import { type Answer, type Call, noAnswer } from '../../../nodes/Clip/service/rules/answer';
import { failure, failureOf, read } from '../given/answers';

const OUTCOMES = [
	...(['authentication', 'failed', 'invalidRequest', 'quota'] as const),
	...(['rateLimited', 'sourceProblem', 'temporary', 'unreadable'] as const),
];

const adviceFor = (call: Call, answer: Answer) => adviceOn(call, failureOf(answer));

describe.each(['create', 'query'] as const)('advice on %s', (call) => {
	it.each(OUTCOMES)('at %s has a title, a hint and the words of the service', (outcome) => {
		const told = failure({ outcome, code: '4242', serviceMessage: 'raw words', projectId: '20417733' });
		const { title, description } = adviceOn(call, told);
		expect(title).toMatch(/^[A-Z][^\n.]+[^.\s]$/);
		expect(description).toMatch(/^[A-Z].+\. The service says: "raw words"\. Project ID: 20417733\.$/);
	});

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

it.each([
	['create', 'The service rejected the submission'],
	['query', 'The service does not know this project'],
] as const)('Code 4006 says in an answer to %s: %s', (call, title) => {
	expect(adviceFor(call, read(call, { code: 4006 })).title).toBe(title);
});

describe('the money', () => {
	const CERTAIN = 'No project was created and nothing was charged.';

	it.each([...OUTCOMES, 'blocked'] as const)(
		'is safe, or in doubt, after a submission, and the error says so: %s',
		(outcome) => {
			expect(adviceOn('create', failure({ outcome })).description).toContain(CERTAIN);
			const { title, description } = adviceOn('create', failure({ outcome, mayHaveCreated: true }));
			expect(title).toBe('It is unknown whether the project was created: minutes may have been charged');
			expect(description).toContain('It was not sent again.');
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

	it.each([4002, 4005, 4007, 4242])('is not promised back when the project failed with %i', (code) => {
		const { description } = adviceFor('query', read('query', { code }));
		expect(description).not.toContain('not lost');
		expect(description).toContain('A retry of this one does not submit it again.');
	});
});

it.each([
	[{ httpStatus: null }, 'no answer'],
	[
		{ code: '-1000', serviceMessage: 'm', excerpt: 'b', projectId: '7' },
		'code -1000, message "m", HTTP 200, body "b", project ID 7',
	],
])('The evidence is one sentence with what is known, and no more: %j', (facts, told) => {
	expect(evidenceOf(failure(facts))).toBe(`Answer of the service: ${told}.`);
});
