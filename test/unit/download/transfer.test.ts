import fc from 'fast-check';
import { FRESH, isTooSlow, nextPace } from '../../../nodes/Clip/download/rules/pace';
import { excerptOfPage } from '../../../nodes/Clip/download/rules/page';
import { nextLink } from '../../../nodes/Clip/download/rules/redirect';
import {
	afterFailure,
	checkEnd,
	checkSize,
	downloadFailure,
	MEGABYTE,
	pauseBeforeRetry,
	withProgress,
} from '../../../nodes/Clip/download/rules/transfer';
import { anyLink, anyText } from '../given/texts';

describe('checkSize and checkEnd', () => {
	it.each([
		[100, 100, 100, null],
		[101, 0, 100, 'tooLarge'],
		[null, 101, 100, 'tooLarge'],
		[100, 101, 1_000, 'tooLong'],
	])('length %s, %i here, limit %i: %s', (length, received, limit, outcome) => {
		expect(checkSize({ length }, received, limit)?.outcome ?? null).toBe(outcome);
	});

	it.each([
		[100, 100, false, null],
		[100, 99, false, 'incomplete'],
		[100, 0, false, 'incomplete'],
		[100, 100, true, 'incomplete'],
		[null, 5, false, null],
		[null, 5, true, 'incomplete'],
		[null, 0, false, 'empty'],
		[0, 0, false, 'empty'],
	])('at the end, length %s, %i here, cut %s: %s', (length, received, isCut, outcome) => {
		expect(checkEnd(length, received, isCut)?.outcome ?? null).toBe(outcome);
	});
});

describe('withProgress', () => {
	it.each([
		['timedOut', 5_000, 8_541, '5000 bytes of 8541 bytes came.'],
		['stalled', 2 * MEGABYTE, 50 * MEGABYTE, '2.00 MB of 50 MB came.'],
		['incomplete', 5_000, null, '5000 bytes came.'],
		['unavailable', 0, 5_000, ''],
		['tooLarge', 5_000, 8_541, ''],
	] as const)('of %s, %i bytes of %s here, says %j', (outcome, received, length, says) => {
		expect(withProgress(downloadFailure(outcome), received, length).evidence).toBe(says);
		const { evidence } = withProgress(downloadFailure(outcome, { evidence: 'So it is.' }), received, length);
		expect(evidence).toBe(`So it is. ${says}`.trim());
	});
});

describe('pauseBeforeRetry', () => {
	it('pauses longer each time and then gives up', () => {
		const failure = downloadFailure('unavailable');
		expect([1, 2, 3, 4].map((inVain) => pauseBeforeRetry(failure, { inVain }))).toEqual([
			...[1_000, 5_000, 20_000, null],
		]);
	});

	it('is less patient with a host that stalls, since each try takes a minute', () => {
		const failure = downloadFailure('stalled');
		expect([1, 2, 3].map((inVain) => pauseBeforeRetry(failure, { inVain }))).toEqual([1_000, 5_000, null]);
	});

	it('keeps to what the host asks for, within bounds', () => {
		const wait = (retryAfterMs: number) =>
			pauseBeforeRetry(downloadFailure('unavailable', { retryAfterMs }), { inVain: 1 });
		expect([0, 4_000, 3_600_000].map(wait)).toEqual([1_000, 4_000, 30_000]);
	});

	it.each([
		'expired',
		'notFound',
		'refused',
		'tooLong',
		'empty',
		'tooLarge',
		'redirected',
		'timedOut',
	] as const)('does not try %s again', (outcome) => {
		expect(pauseBeforeRetry(downloadFailure(outcome), { inVain: 1 })).toBeNull();
	});

	it('counts tries from the beginning when one of them got on', () => {
		expect(afterFailure({ inVain: 3 }, MEGABYTE)).toEqual({ inVain: 1 });
		expect(afterFailure({ inVain: 2 }, MEGABYTE - 1)).toEqual({ inVain: 3 });
	});
});

describe('Pace', () => {
	/** How long a host holds a download that sends so many bytes each time, so many seconds apart, in seconds. */
	const heldBy = (bytes: number, seconds: number): number => {
		let pace = FRESH;
		for (let time = 0; time < 7_200; time += seconds) {
			if (isTooSlow(pace, seconds * 1_000)) return time;
			pace = nextPace(pace, seconds * 1_000, bytes);
		}
		return Infinity;
	};

	it.each([
		['silence', 0, 61, 0],
		['drops', 1, 1, 60],
		['64 KiB every 59 s', 65_536, 59, 295],
		['4 kB a second', 4_000, 1, 300],
	])('is too slow: %s', (_name, bytes, seconds, held) => {
		expect(heldBy(bytes, seconds)).toBe(held);
	});

	it.each([
		['20 kB a second', 20_000, 1],
		['10 kB a second, as two share such a line', 10_000, 1],
		['a mobile line with pauses of 45 s', 20_000 * 45, 45],
		['a host that pauses often', 2_000_000, 59],
	])('is no reason to leave: %s', (_name, bytes, seconds) => {
		expect(heldBy(bytes, seconds)).toBe(Infinity);
	});
});

describe('nextLink', () => {
	const from = new URL('https://media.example/a/b?Signature=x');

	it('follows relative and foreign links, without login and fragment', () => {
		expect(nextLink('../c', [from])).toEqual({ link: new URL('https://media.example/c') });
		const foreign = nextLink('http://me:word@other.example/c#part', [from]);
		expect(foreign).toEqual({ link: new URL('http://other.example/c') });
	});

	it('never leads anywhere but to http and https, and ends', () => {
		fc.assert(
			fc.property(fc.oneof(anyText(), anyLink(), fc.constantFrom('file:///x', 'data:,x')), (location) => {
				const next = nextLink(location, [from]);
				if ('link' in next) expect(next.link.protocol).toMatch(/^https?:$/);
			}),
		);
		const visited = Array.from({ length: 6 }, (_, index) => new URL(`https://media.example/${index}`));
		expect(nextLink('/next', visited)).toMatchObject({ failure: { outcome: 'redirected' } });
	});
});

describe('excerptOfPage', () => {
	const links = [new URL('https://media.example/x.mp4?Expires=1900000000&Signature=abc%2Bdef123')];
	const excerpt = (page: string) => excerptOfPage(Buffer.from(page), links);

	it.each([
		['<html><style>p{}</style><body><h1>Not\n Found</h1><script>x()</script></body>', 'Not Found'],
		['<Error><Code>AccessDenied</Code><Message>Expired</Message></Error>', 'AccessDenied: Expired'],
		['<Error><Code>No</Code><Signature>abc+def123</Signature></Error>', 'No'],
		['the signature abc+def123 of 1900000000', 'the signature … of …'],
		['escaped abc%2Bdef123', 'escaped …'],
		[
			'go to https://media.example/x.mp4?Signature=other please',
			'go to https://media.example/x.mp4?… please',
		],
		['', ''],
		['\u0000\u0001', ''],
	])('of %j is %j', (page, text) => {
		expect(excerpt(page)).toBe(text);
	});

	it('is short, and of bytes that are no text empty', () => {
		expect(excerpt('word '.repeat(999)).length).toBeLessThanOrEqual(201);
		expect(excerptOfPage(Buffer.from([0xff, 0xff, 0xff, 0xfe]), links)).toBe('');
	});
});
