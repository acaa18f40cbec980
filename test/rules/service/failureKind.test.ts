import { isServiceCode, kindOfStatus, REFUSAL_CODES } from '../../../nodes/Clip/service/rules/failureKind';

it('The refusals of the service are the codes of its manual', () => {
	const codes = [-1000, 4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4010];
	expect(REFUSAL_CODES).toEqual(codes);
});

it.each([2000, 1000, ...REFUSAL_CODES, 4999])('A code of the service is told by its number: %j', (code) => {
	expect(isServiceCode(code)).toBe(true);
});

it.each([null, '4002', 0, 200, 404, 503, 5_001, 12_345])(
	'A code that the service does not give comes from whoever stands in front of it: %j',
	(code) => expect(isServiceCode(code)).toBe(false),
);

it('A status that is no failure says nothing of one', () => {
	expect(kindOfStatus(200)).toBe('unreadable');
});
