import { readRetryAfter } from '../../../nodes/Clip/client/retryAfter';

describe('A gateway that says when to come back', () => {
	it.each([
		['120', 120_000],
		[' 0 ', 0],
		['Sat, 21 Nov 2026 00:00:10 GMT', 10_000],
		['Fri, 20 Nov 2026 00:00:00 GMT', 0],
	])('may say %j', (header, milliseconds) => {
		expect(readRetryAfter(header, Date.UTC(2026, 10, 21))).toBe(milliseconds);
	});

	it.each([
		...[undefined, null, '', ' ', 'soon', ['1'], {}, '-1', '-5', '1.5', '1e3', '0x10', 'Infinity'],
		...['86401', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'],
	])('may say nothing readable: %j', (header) => {
		expect(readRetryAfter(header, 0)).toBeNull();
	});
});
