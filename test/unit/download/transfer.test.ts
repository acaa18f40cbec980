import fc from 'fast-check';
import { FRESH, isTooSlow, nextPace } from '../../../nodes/Clip/download/rules/pace';
import { excerptOfPage } from '../../../nodes/Clip/download/rules/page';
import { nextLink } from '../../../nodes/Clip/download/rules/redirect';
import {
	afterFailure,
	checkEnd,
	checkSize,
	downloadFailure,
	type DownloadOutcome,
	type FileHead,
	type Header,
	MEGABYTE,
	pauseBeforeRetry,
	rangeHeaders,
	readBodyStart,
	readHead,
} from '../../../nodes/Clip/download/rules/transfer';
import { anyLink, anyText } from '../given/texts';

const headers =
	(values: Record<string, string> = {}): Header =>
	(name) =>
		values[name] ?? null;
const head: FileHead = { contentType: 'video/mp4', length: 100, validator: '"a"', inParts: true, tag: '"a"' };

describe('readHead', () => {
	it('reads what a host announces', () => {
		const announced = {
			'content-type': 'video/mp4',
			'content-length': '100',
			etag: '"a"',
			'accept-ranges': 'bytes',
		};
		expect(readHead(headers(announced))).toEqual(head);
	});

	it.each([
		[{ etag: 'W/"a"' }, null],
		[{ etag: 'W/"a"', 'last-modified': 'yesterday' }, 'yesterday'],
		[{ 'last-modified': 'yesterday' }, 'yesterday'],
		[{}, null],
	])('of %j knows the file by %s', (values, validator) => {
		expect(readHead(headers(values)).validator).toBe(validator);
	});

	it.each(['', '-1', '1e3', '0x10', 'many', '1,1', '9'.repeat(30)])('takes %j for no length', (length) => {
		expect(readHead(headers({ 'content-length': length })).length).toBeNull();
	});
});

describe('rangeHeaders', () => {
	it('asks for the rest of the same file', () => {
		expect(rangeHeaders(head, 40)).toEqual({ Range: 'bytes=40-', 'If-Range': '"a"' });
	});

	it.each([
		[null, 40],
		[head, 0],
		[{ ...head, validator: null }, 40],
		[{ ...head, inParts: false }, 40],
	])('asks for all of it: %j, %i bytes here', (known, received) => {
		expect(rangeHeaders(known, received)).toEqual({});
	});
});

describe('readBodyStart', () => {
	const range = (value: string) => headers({ 'content-range': value });

	it('takes the whole file, or the part that was asked for', () => {
		const whole = headers({ 'content-length': '100' });
		expect(readBodyStart(200, headers(), null, 0)).toEqual({ total: null });
		expect(readBodyStart(200, whole, null, 0)).toEqual({ total: 100 });
		expect(readBodyStart(206, range('bytes 40-99/100'), head, 40)).toEqual({ total: 100 });
		expect(readBodyStart(206, range('bytes 40-99/*'), head, 40)).toEqual({ total: null });
		expect(readBodyStart(206, range('bytes 0-59/100'), null, 0)).toEqual({ total: 100 });
	});

	it('knows the part of another file by its tag, and another part of the same file by its range', () => {
		const part = (etag: string) => headers({ 'content-range': 'bytes 40-99/100', etag });
		expect(readBodyStart(206, part('"a"'), head, 40)).toEqual({ total: 100 });
		expect(readBodyStart(206, part('"b"'), head, 40)).toMatchObject({ failure: { outcome: 'incomplete' } });
		expect(readBodyStart(206, range('bytes 1-99/100'), null, 0)).toMatchObject({
			failure: { outcome: 'refused', httpStatus: 206 },
		});
	});

	const cases: Array<[number, Header, number, DownloadOutcome]> = [
		[200, headers({ 'content-length': '100' }), 40, 'incomplete'],
		[206, range('bytes 40-98/99'), 40, 'incomplete'],
		[206, range('bytes 41-99/100'), 40, 'incomplete'],
		[206, headers(), 40, 'incomplete'],
		[416, headers(), 40, 'incomplete'],
		[403, headers(), 0, 'expired'],
		[410, headers(), 40, 'expired'],
		[404, headers(), 0, 'notFound'],
		[204, headers(), 0, 'empty'],
		[401, headers(), 0, 'refused'],
		[304, headers(), 0, 'refused'],
		[408, headers(), 0, 'unavailable'],
		[429, headers(), 0, 'unavailable'],
		[500, headers(), 0, 'unavailable'],
		[503, headers(), 40, 'unavailable'],
	];
	it.each(cases)('of HTTP %i makes a failure', (status, header, received, outcome) => {
		expect(readBodyStart(status, header, head, received)).toMatchObject({ failure: { outcome } });
	});
});

describe('checkSize and checkEnd', () => {
	it.each([
		[100, 100, 100, null],
		[101, 0, 100, 'tooLarge'],
		[null, 101, 100, 'tooLarge'],
		[100, 101, 1_000, 'tooLong'],
	])('length %s, %i here, limit %i: %s', (length, received, limit, outcome) => {
		expect(checkSize({ ...head, length }, received, limit)?.outcome ?? null).toBe(outcome);
	});

	it.each([
		[100, 100, null],
		[100, 99, 'incomplete'],
		[null, 5, null],
		[null, 0, 'empty'],
		[0, 0, 'empty'],
	])('at the end, length %s and %i here: %s', (length, received, outcome) => {
		expect(checkEnd({ ...head, length }, received)?.outcome ?? null).toBe(outcome);
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

	it.each(['expired', 'notFound', 'refused', 'tooLong', 'empty', 'tooLarge', 'redirected'] as const)(
		'does not try %s again',
		(outcome) => {
			expect(pauseBeforeRetry(downloadFailure(outcome), { inVain: 1 })).toBeNull();
		},
	);

	it('counts tries from the beginning when one of them got on', () => {
		expect(afterFailure({ inVain: 3 }, MEGABYTE)).toEqual({ inVain: 1 });
		expect(afterFailure({ inVain: 2 }, MEGABYTE - 1)).toEqual({ inVain: 3 });
	});
});

describe('Pace', () => {
	it('is too slow when a minute of waiting brings less than 64 kB', () => {
		const drops = Array.from({ length: 59 }).reduce<typeof FRESH>((pace) => nextPace(pace, 1_000, 1), FRESH);
		expect(isTooSlow(drops, 1_000)).toBe(false);
		expect(isTooSlow(drops, 1_001)).toBe(true);
	});

	it('begins anew with every 64 kB', () => {
		expect(nextPace(nextPace(FRESH, 50_000, 65_000), 5_000, 1_000)).toEqual(FRESH);
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
