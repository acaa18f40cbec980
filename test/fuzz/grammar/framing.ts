/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { often, oneOf } from '../chance';
import type { Body } from './body';

/** How a body is told from what follows it. */
interface Framed {
	headers: string[];
	bytes: Buffer;
	/** Whether a reader can know that it has all. */
	whole: boolean;
	end: 'close' | 'hold' | 'keep' | 'reset';
}

interface Packed {
	headers: string[];
	bytes: Buffer;
	readable: boolean;
}

/** A body as it may be packed on its way. */
export const packed = ({ bytes }: Body): Arbitrary<Packed> => {
	const coded = (coding: string, packedBytes: Buffer, readable: boolean): Packed => ({
		headers: [`Content-Encoding: ${coding}`],
		bytes: packedBytes,
		readable,
	});
	return often<Packed>(
		[20, fc.constant({ headers: [], bytes, readable: true })],
		[1, fc.constant(null).map(() => coded('gzip', gzipSync(bytes), true))],
		[1, fc.constant(null).map(() => coded('br', brotliCompressSync(bytes), true))],
		[1, fc.constant(null).map(() => coded('deflate', deflateSync(bytes), true))],
		[
			1,
			oneOf('gzip', 'br', 'zstd', 'gzip, gzip', 'identity', 'x').map((coding) => coded(coding, bytes, false)),
		],
		[1, fc.nat(40).map((at) => coded('gzip', gzipSync(bytes).subarray(0, at), false))],
	);
};

const chunk = (bytes: Buffer): Buffer =>
	Buffer.concat([Buffer.from(`${bytes.length.toString(16)};a=b\r\n`), bytes, Buffer.from('\r\n')]);

/** Chunks; after the last one comes what is given. */
function chunked(bytes: Buffer, last: string): Buffer {
	const middle = Math.ceil(bytes.length / 2);
	const parts = [bytes.subarray(0, middle), bytes.subarray(middle)].filter(({ length }) => length > 0);
	return Buffer.concat([...parts.map(chunk), Buffer.from(last, 'latin1')]);
}

/** Bytes with the headers that tell, or do not tell, where they end. */
export const framed = (bytes: Buffer): Arbitrary<Framed> => {
	const length = (value: number | string) => `Content-Length: ${value}`;
	const te = 'Transfer-Encoding: chunked';
	const frame = (extra: string[], body: Buffer, whole: boolean, end: Framed['end'] = 'keep'): Framed => ({
		headers: extra,
		bytes: body,
		whole,
		end,
	});
	const ends = oneOf<Framed['end']>('close', 'hold', 'reset');
	return often<Framed>(
		[20, fc.constant(frame([length(bytes.length)], bytes, true))],
		[
			6,
			oneOf('0\r\n\r\n', '0\r\nX-Trailer: 1\r\n\r\n').map((last) => frame([te], chunked(bytes, last), true)),
		],
		[3, fc.constant(frame(['Connection: close'], bytes, true, 'close'))],
		[
			2,
			fc
				.tuple(fc.integer({ min: 1, max: 9_999 }), ends)
				.map(([more, end]) => frame([length(bytes.length + more)], bytes, false, end)),
		],
		[
			1,
			fc
				.nat(bytes.length)
				.map((fewer) => frame([length(Math.max(0, bytes.length - fewer - 1))], bytes, false, 'close')),
		],
		[
			1,
			oneOf('-1', 'x', '1e9', '99999999999999999999', '0x10').map((value) =>
				frame([length(value)], bytes, false, 'close'),
			),
		],
		[1, fc.constant(frame([length(bytes.length), length(bytes.length + 1)], bytes, false, 'close'))],
		[1, fc.constant(frame([te, length(3)], chunked(bytes, '0\r\n\r\n'), false))],
		[
			1,
			fc
				.tuple(oneOf('', 'zz\r\n', 'ffffffffffffffffff\r\n', '0\r\n', '-5\r\nabc'), ends)
				.map(([last, end]) => frame([te], chunked(bytes, last), false, end)),
		],
		[1, fc.constant(frame([te], bytes, false, 'close'))],
	);
};
