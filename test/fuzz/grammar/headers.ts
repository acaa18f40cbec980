import fc, { type Arbitrary } from 'fast-check';
import { often, oneOf } from '../chance';

/** Lines of a head. */
export interface Extra {
	lines: string[];
	/** Whether a reader can understand the head with them. */
	valid: boolean;
}

/** What gateways write, and what no gateway should. */
export const RETRY_AFTER = [
	'0',
	'00',
	'-1',
	'1',
	'5',
	'30',
	'120',
	'3600',
	'86400',
	'999999999',
	'1e3',
	'0.5',
	'1.5',
	' 7 ',
	'soon',
	'',
	'+3',
	'Infinity',
	'Thu, 01 Jan 1970 00:00:00 GMT',
	'Sat, 21 Nov 2026 00:00:00 GMT',
	'Fri, 31 Dec 9999 23:59:59 GMT',
	'2026-11-22',
	'Invalid Date',
] as const;

const one = (line: string): Extra => ({ lines: [line], valid: true });

const odd: Arbitrary<Extra> = oneOf(
	{ lines: [`X-Large: ${'x'.repeat(20_000)}`], valid: false },
	{ lines: Array.from({ length: 3_000 }, (_, at) => `X-${at}: y`), valid: false },
	{ lines: ['X-Folded: a', ' b', '\tc'], valid: false },
	{ lines: ['No colon here'], valid: false },
	{ lines: ['Bad\u0000Name: 1'], valid: false },
	{ lines: [': empty'], valid: false },
	{ lines: ['__proto__: polluted', 'constructor: x'], valid: true },
	{ lines: ['Connection: close'], valid: true },
	{ lines: ['Connection: upgrade', 'Upgrade: h2c'], valid: true },
	{ lines: ['Keep-Alive: timeout=0'], valid: true },
	{ lines: ['Set-Cookie: a=b', 'Set-Cookie: a=c'], valid: true },
);

/**
 * Headers beside those of the body.
 *
 * @param secret - what may be quoted in them
 */
export const headers = (secret: string): Arbitrary<Extra> =>
	fc
		.array(
			often<Extra>(
				[
					4,
					oneOf(
						'application/json',
						'application/json; charset=utf-16',
						'text/html',
						'text/event-stream',
						'x',
					).map((type) => one(`Content-Type: ${type}`)),
				],
				[3, oneOf<string>(...RETRY_AFTER).map((value) => one(`Retry-After: ${value}`))],
				[
					1,
					oneOf(
						'/elsewhere',
						'https://elsewhere.invalid/',
						'//elsewhere.invalid',
						'',
						'javascript:alert(1)',
						'\\\\x',
					).map((to) => one(`Location: ${to}`)),
				],
				[1, fc.constant(one(`X-Request: ${encodeURIComponent(secret)}`))],
				[1, odd],
			),
			{ maxLength: 3 },
		)
		.map((extras) => ({
			lines: extras.flatMap(({ lines: some }) => some),
			valid: extras.every(({ valid }) => valid),
		}));

/** The lines of a head, with its end. */
export const lines = (all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`;
