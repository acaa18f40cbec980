/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { often, oneOf } from '../chance';
import type { Body } from './body';
import { headers, lines } from './headers';
import type { Step, Wire } from './wire';

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

const packed = ({ bytes }: Body): Arbitrary<Packed> => {
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

const framed = (bytes: Buffer): Arbitrary<Framed> => {
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

const STATUSES = [
	201, 202, 203, 204, 205, 206, 226, 299, 300, 301, 302, 303, 304, 307, 308, 399, 400, 401, 402, 403, 404,
	405, 406, 408, 409, 410, 413, 415, 418, 422, 425, 429, 429, 431, 451, 499, 500, 500, 501, 502, 502, 503,
	503, 504, 507, 520, 599, 600, 999,
] as const;

interface Line {
	text: string;
	status: number | null;
}

const line = (status: number, version = '1.1', reason = ' Reason'): Line => ({
	text: `HTTP/${version} ${status}${reason}`,
	status,
});

const statusLines: Arbitrary<Line> = often<Line>(
	[30, fc.constant(line(200, '1.1', ' OK'))],
	[12, oneOf<number>(...STATUSES).map((status) => line(status))],
	[
		1,
		oneOf(
			line(200, '1.0'),
			line(200, '1.1', ''),
			line(200, '1.1', ` ${'r'.repeat(9_000)}`),
			line(200, '1.1', ' \u00ff'),
		),
	],
	[
		1,
		oneOf(
			'HTTP/2.0 200 OK',
			'HTTP/9.9 200',
			'ICY 200 OK',
			'HTTP/1.1 99 Odd',
			'HTTP/1.1 2000 OK',
			'HTTP/1.1 abc',
			'<html>',
			'\0\0\0',
		).map((text) => ({ text, status: null })),
	],
	[
		1,
		oneOf(line(101, '1.1', ' Switching Protocols'), line(100, '1.1', ' Continue')).map(({ text }) => ({
			text,
			status: null,
		})),
	],
);

const BARE = new Set([204, 304]);

const interim: Arbitrary<string> = often<string>(
	[20, fc.constant('')],
	[
		1,
		fc
			.tuple(oneOf(100, 102, 103, 199), fc.integer({ min: 1, max: 3 }))
			.map(([status, times]) => `HTTP/1.1 ${status} Wait\r\n\r\n`.repeat(times)),
	],
	[1, oneOf('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')],
);

type Timing = (steps: readonly Step[]) => Step[];

/** How long it takes: whole answers late, in drops, or never to their end. */
const timings: Arbitrary<Timing> = often<Timing>(
	[24, fc.constant((steps) => [...steps])],
	[2, oneOf(1, 900, 5_000, 30_000, 59_000).map((pause) => (steps) => [{ pause }, ...steps])],
	[1, oneOf(61_000, 170_000, 3_600_000).map((pause) => (steps) => [{ pause }, ...steps])],
	[
		1,
		fc.tuple(fc.integer({ min: 1, max: 400 }), oneOf(100, 5_000, 55_000)).map(
			([size, pause]) =>
				(steps) =>
					steps.flatMap((step) => drops(step, size, pause)),
		),
	],
);

function drops(step: Step, size: number, pause: number): Step[] {
	if (!('send' in step) || 'every' in step) return [step];
	const parts: Step[] = [];
	// No answer is worth more than some dozens of drops.
	const each = Math.max(size, Math.ceil(step.send.length / 40));
	for (let at = 0; at < step.send.length; at += each)
		parts.push({ send: step.send.subarray(at, at + each) }, { pause });
	return parts;
}

/** Where an answer breaks off, as a part of its bytes; null for the end. */
const cuts: Arbitrary<{ at: number; end: 'close' | 'hold' | 'reset' } | null> = often(
	[24, fc.constant(null)],
	[
		2,
		fc.record({
			at: fc.double({ min: 0, max: 1, noNaN: true }),
			end: oneOf('close' as const, 'hold' as const, 'reset' as const),
		}),
	],
	[1, fc.record({ at: fc.constant(0), end: oneOf('close' as const, 'hold' as const, 'reset' as const) })],
);

/** How late an answer may be, in milliseconds, so that somebody certainly waits for it. */
const PATIENCE = 50_000;

/**
 * Answers with a body, in every dress that HTTP allows, and in many that it does not.
 *
 * @param body - what is to be said
 * @param secret - what a header may quote
 */
export const frames = (body: Body, secret: string): Arbitrary<Wire> =>
	packed(body)
		.chain((pack) =>
			fc.record({
				pack: fc.constant(pack),
				frame: framed(pack.bytes),
				line: statusLines,
				cut: cuts,
				interim,
				timing: timings,
				extra: headers(secret),
			}),
		)
		.map(({ pack, frame, line: { text, status }, cut, interim: before, timing, extra }) => {
			const bare = status !== null && BARE.has(status);
			const head = Buffer.from(
				`${before}${lines([text, ...frame.headers, ...pack.headers, ...extra.lines])}`,
				'latin1',
			);
			const all = Buffer.concat([head, bare ? Buffer.alloc(0) : frame.bytes]);
			const at = cut === null ? all.length : Math.floor(all.length * cut.at);
			const isCut = at < all.length;
			const switched = before.includes(' 101 ');
			const steps = timing([{ send: all.subarray(0, at) }, { end: cut?.end ?? frame.end }]);
			const readable = pack.readable && frame.whole && extra.valid && !isCut && !switched;
			return {
				name: [
					body.name,
					...(before === '' ? [] : [`first ${before.slice(9, 12)}`]),
					text.slice(0, 30),
					...frame.headers,
					...pack.headers,
					...extra.lines.map((one) => one.slice(0, 40)),
					...(isCut ? [`cut at ${at}`] : []),
				].join(' | '),
				steps,
				late: steps.reduce((sum, step) => sum + ('pause' in step ? step.pause : 0), 0) > PATIENCE,
				status: (isCut && at < head.length) || switched || !extra.valid ? null : status,
				body: bare ? Buffer.alloc(0) : readable ? body.bytes : null,
				said: body.bytes,
			};
		});
