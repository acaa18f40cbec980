import {
	beginAt,
	canGoOn,
	type FileHead,
	type Header,
	OVERLAP,
	rangeHeaders,
	readBodyStart,
	readFrame,
	readHead,
} from '../../../nodes/Clip/download/rules/fileAnswer';
import { Tail } from '../../../nodes/Clip/download/rules/tail';
import type { DownloadOutcome } from '../../../nodes/Clip/download/rules/transfer';

const headers =
	(values: Record<string, string> = {}): Header =>
	(name) =>
		values[name] ?? null;
const head: FileHead = {
	packing: null,
	contentType: 'video/mp4',
	length: 100,
	validator: '"a"',
	inParts: true,
	tag: '"a"',
};

const answer = (status: number, header: Header) => ({ status, header });

describe('readHead', () => {
	it('reads what a host announces', () => {
		const announced = {
			'content-type': 'video/mp4',
			'content-length': '100',
			etag: '"a"',
			'accept-ranges': 'bytes',
		};
		expect(readHead(answer(200, headers(announced)), 100)).toEqual(head);
	});

	it.each([
		[{ etag: 'W/"a"' }, null],
		[{ etag: 'W/"a"', 'last-modified': 'yesterday' }, 'yesterday'],
		[{ 'last-modified': 'yesterday' }, 'yesterday'],
		[{}, null],
	])('of %j knows the file by %s', (values, validator) => {
		expect(readHead(answer(200, headers(values)), null).validator).toBe(validator);
	});

	it.each(['', '-1', '1e3', '0x10', 'many', '1,1', '9'.repeat(30)])('takes %j for no length', (length) => {
		const start = readBodyStart(answer(200, headers({ 'content-length': length })), null, 0);
		expect(start).toEqual({ total: null, end: null });
	});

	it('knows what is still packed', () => {
		expect(readHead(answer(200, headers({ 'content-encoding': ' ZSTD' })), 100).packing).toBe('zstd');
		expect(readHead(answer(200, headers({ 'content-encoding': 'identity' })), 100).packing).toBeNull();
	});
});

describe('readFrame', () => {
	it.each([
		[{ 'content-length': '100' }, 100],
		[{ 'content-length': '100', 'transfer-encoding': 'chunked' }, null],
		[{}, null],
	])('of %j is %s', (values, frame) => {
		expect(readFrame(headers(values))).toBe(frame);
	});
});

describe('the rest of a file', () => {
	it('is asked for with some bytes that are here', () => {
		const from = beginAt(100_000);
		expect(rangeHeaders(head, from)).toEqual({ Range: 'bytes=83616-', 'If-Range': '"a"' });
		expect(rangeHeaders(head, beginAt(OVERLAP))).toEqual({});
	});

	it.each([
		['a file that the host can tell from others', head, 100_000, true],
		['one that it cannot', { ...head, validator: null }, 100_000, false],
		['one of a host that sends no parts', { ...head, inParts: false }, 100_000, false],
		['a beginning that can be compared', { ...head, validator: null }, OVERLAP, true],
		['nothing', null, 0, true],
	])('can be had of %s', (_name, known, received, can) => {
		expect(canGoOn(known, received)).toBe(can);
	});
});

describe('readBodyStart', () => {
	const range = (value: string) => headers({ 'content-range': value });

	it('takes the whole file, or the part that was asked for', () => {
		const whole = headers({ 'content-length': '100' });
		expect(readBodyStart(answer(200, headers()), null, 0)).toEqual({ total: null, end: null });
		expect(readBodyStart(answer(200, whole), null, 0)).toEqual({ total: 100, end: null });
		expect(readBodyStart(answer(206, range('bytes 40-99/100')), head, 40)).toEqual({ total: 100, end: 100 });
		expect(readBodyStart(answer(206, range('bytes 40-99/*')), head, 40)).toEqual({ total: null, end: 100 });
		expect(readBodyStart(answer(206, range('bytes 0-59/100')), null, 0)).toEqual({ total: 100, end: 60 });
	});

	it('knows the part of another file by its tag, and another part of the same file by its range', () => {
		const part = (etag: string) => headers({ 'content-range': 'bytes 40-99/100', etag });
		expect(readBodyStart(answer(206, part('"a"')), head, 40)).toEqual({ total: 100, end: 100 });
		expect(readBodyStart(answer(206, part('"b"')), head, 40)).toMatchObject({
			failure: { outcome: 'incomplete' },
		});
		expect(readBodyStart(answer(206, range('bytes 1-99/100')), null, 0)).toMatchObject({
			failure: { outcome: 'refused', httpStatus: 206 },
		});
	});

	it('takes a part that does not say so for what it is', () => {
		const part = (value: string) => headers({ 'content-range': value, 'content-length': '60' });
		expect(readBodyStart(answer(200, part('bytes 0-59/100')), null, 0)).toEqual({ total: 100, end: 60 });
		expect(readBodyStart(answer(200, part('bytes 40-99/100')), null, 0)).toMatchObject({
			failure: { outcome: 'incomplete' },
		});
		expect(readBodyStart(answer(200, part('nonsense')), null, 0)).toEqual({ total: 60, end: null });
	});

	const cases: Array<[number, Header, number, DownloadOutcome]> = [
		[200, headers({ 'content-length': '100' }), 40, 'incomplete'],
		[206, range('bytes 40-98/99'), 40, 'incomplete'],
		[206, range('bytes 41-99/100'), 40, 'incomplete'],
		[206, headers(), 40, 'incomplete'],
		[416, headers(), 40, 'incomplete'],
		[416, headers(), 0, 'refused'],
		[206, headers(), 0, 'refused'],
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
		expect(readBodyStart(answer(status, header), received > 0 ? head : null, received)).toMatchObject({
			failure: { outcome },
		});
	});
});

describe('Tail', () => {
	it('knows the last bytes, however they came', () => {
		const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
		for (const size of [1, 7, 4_096, 16_000, 30_000, 100_000]) {
			const tail = new Tail();
			for (let at = 0; at < bytes.length; at += size) tail.add(bytes.subarray(at, at + size));
			expect(tail.matches(bytes.subarray(-OVERLAP), OVERLAP)).toBe(true);
			expect(tail.matches(bytes.subarray(-OVERLAP, -100), OVERLAP)).toBe(true);
			expect(tail.matches(bytes.subarray(-50), 50)).toBe(true);
			expect(tail.matches(bytes.subarray(-50), 51)).toBe(false);
			expect(tail.matches(bytes.subarray(0, 0), 0)).toBe(true);
		}
	});
});
