import fc, { type Arbitrary } from 'fast-check';
import { often, oneOf } from '../chance';
import type { Body } from './body';
import { framed, packed } from './framing';
import { headers, lines } from './headers';
import type { Step, Wire } from './wire';

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
