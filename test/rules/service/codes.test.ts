import {
	fateAfterQuery,
	type Endpoint,
	isFinalFailure,
	isServiceCode,
	kindOfStatus,
	standingOf,
} from '../../../nodes/Clip/service/rules/codes';
import { failureOf, read, REFUSAL_CODES } from '../given/answers';

it('The refusals of the service are the codes of its manual', () => {
	const codes = [-1000, 4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4010];
	expect(REFUSAL_CODES).toEqual(codes);
});

const FOREIGN_CODES = [null, 0, 200, 404, 503, 5_001, 12_345];

it.each([2000, 1000, ...REFUSAL_CODES, 4999])('A code of the service is told by its number: %j', (code) => {
	expect(isServiceCode(code)).toBe(true);
});

it.each(FOREIGN_CODES)(
	'A code that the service does not give comes from whoever stands in front of it: %j',
	(code) => expect(isServiceCode(code)).toBe(false),
);

it('A project has failed by a documented code that does not speak of the key, the rate or another project', () => {
	const having = (fate: string) => REFUSAL_CODES.filter((code) => fateAfterQuery(code) === fate);
	expect(having('failed')).toEqual([4002, 4004, 4005, 4007, 4008, 4009, 4010]);
	expect(having('unknownProject')).toEqual([-1000, 4006]);
	expect(having('unaffected')).toEqual([4001, 4003]);
	expect([null, 2000].map((code) => fateAfterQuery(code))).toEqual(Array(2).fill('unaffected'));
});

it('By a code that is not documented, a project may have failed', () => {
	expect([4000, 4011, 4999].map((code) => fateAfterQuery(code))).toEqual(Array(3).fill('mayHaveFailed'));
	expect([3999, 5000].map((code) => fateAfterQuery(code))).toEqual(['unaffected', 'unaffected']);
});

const isFinal = (call: Endpoint, code: number | null): boolean =>
	isFinalFailure(failureOf(read(call, code === null ? '{}' : { code })));

it.each([2000, 1000, 4999, ...FOREIGN_CODES])(
	'A submission is not refused for ever by a code that is no refusal: %j',
	(code) => {
		expect(isFinal('create', code)).toBe(false);
	},
);

it('A submission is not refused for ever by a status without a code', () => {
	expect(isFinalFailure(failureOf(read('create', '', 413)))).toBe(false);
});

it('A project whose answer cannot be read may be read the next time', () => {
	expect(isFinalFailure(failureOf(read('query', { code: 2000, videos: 'none' })))).toBe(false);
});

it.each([
	['create', [4001, 4003, 4007]],
	['query', [-1000, 4001, 4003, 4006]],
] as const)('What the service says of %s is said again, but for %j and what others say', (call, passing) => {
	const codes = [...REFUSAL_CODES, ...FOREIGN_CODES];
	const others = REFUSAL_CODES.filter((code) => !passing.some((one) => one === code));
	expect(codes.filter((code) => isFinal(call, code))).toEqual(others);
});

it('Only who asks for a project can be told that it is unknown', () => {
	expect(standingOf('query', 'invalidRequest', 4006)).toBe('unknownProject');
	expect(standingOf('create', 'invalidRequest', 4006)).toBe('final');
});

it('A status that is no failure says nothing of one', () => {
	expect(kindOfStatus(200)).toBe('unreadable');
});
