import { type Circumstances, doesSubmissionCount, decideReuse } from '../../../nodes/Clip/create/rules/reuse';
import { makeFailedAnswerWithoutResponse } from '../../../nodes/Clip/service/rules/answer';
import { read } from '../given/answers';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const found: Circumstances = {
	submitAgain: 'auto',
	wasStartedManually: false,
	isManual: false,
	isOwn: false,
	age: HOUR,
};

describe('A submission that was made before counts', () => {
	it.each<[string, Partial<Circumstances>, boolean]>([
		['by hand however old', { wasStartedManually: true, age: 9_999 * HOUR }, true],
		['elsewhere for two hours', { age: 2 * HOUR - 1 }, true],
		['elsewhere not after two hours', { age: 2 * HOUR }, false],
		[
			'in its own execution, whatever is chosen',
			{ isOwn: true, submitAgain: 'always', age: 99 * HOUR },
			true,
		],
		[
			'not with Each Time, by hand neither',
			{ wasStartedManually: true, submitAgain: 'always', age: 0 },
			false,
		],
		['with Never however old', { submitAgain: 'never', age: 9_999 * HOUR }, true],
	])('%s', (_when, more, expected) => expect(doesSubmissionCount({ ...found, ...more })).toBe(expected));
});

describe('The project of a submission that counts', () => {
	const verdicts = (
		answers: ReadonlyArray<Parameters<typeof decideReuse>[0]>,
		more: Partial<Circumstances> = {},
	) => new Set(answers.map((answer) => decideReuse(answer, { ...found, ...more })));
	const failed = [4002, 4004, 4005, 4007, 4008, 4009, 4010].map((code) => read('query', { code }));
	const unknown = [-1000, 4006].map((code) => read('query', { code }));
	const others = [
		...[1000, 4001, 4003, 4242, 5000, 777, 404].map((code) => read('query', { code })),
		...[301, 401, 402, 403, 404, 405, 408, 429, 500, 503].map((status) => read('query', '<html>', status)),
		read('query', { code: 404 }, 404),
		read('query', '<html>'),
		read('query', '{"code":2000,"videos":[]}'),
		makeFailedAnswerWithoutResponse(
			'query',
			{ reason: 'ECONNRESET', mayHaveArrived: true },
			{ queriedProjectId: '7' },
		),
	];

	it('is used again unless the service itself says that it failed, or that it does not know it', () => {
		for (const isByHand of [true, false])
			expect(verdicts(others, { isManual: isByHand })).toEqual(new Set(['reuse']));
	});

	it('that failed is submitted again by hand only, and never in its own execution', () => {
		expect(verdicts(failed, { isManual: true })).toEqual(new Set(['submit']));
		expect(verdicts(failed, { isManual: true, submitAgain: 'never' })).toEqual(new Set(['submit']));
		expect(verdicts(failed)).toEqual(new Set(['reuse']));
		expect(verdicts(failed, { isManual: true, isOwn: true })).toEqual(new Set(['reuse']));
		expect(verdicts(failed, { wasStartedManually: true })).toEqual(new Set(['reuse']));
	});

	it('that is not known is asked for again by hand, from ten minutes on, and never in its own execution', () => {
		const isByHand = true;
		expect(verdicts(unknown, { isManual: isByHand, age: 10 * MINUTE })).toEqual(new Set(['queryAgain']));
		expect(verdicts(unknown, { isManual: isByHand, age: 10 * MINUTE - 1 })).toEqual(new Set(['reuse']));
		expect(verdicts(unknown, { isManual: isByHand, isOwn: true })).toEqual(new Set(['reuse']));
		expect(verdicts(unknown, { wasStartedManually: true, age: 99 * HOUR })).toEqual(new Set(['reuse']));
		for (const submitAgain of ['auto', 'never'] as const) {
			expect(verdicts(unknown, { submitAgain, age: 99 * HOUR })).toEqual(new Set(['reuse']));
		}
	});
});
