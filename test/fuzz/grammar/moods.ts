import fc, { type Arbitrary } from 'fast-check';
import { often, oneOf, percent } from '../chance';
import { lines, RETRY_AFTER } from './headers';
import type { Wire } from './wire';

/** What a service says again and again before it answers: answers by themselves are no storm. */
export interface Mood {
	/** How many questions or submissions about the same thing get it. */
	times: number;
	wire: Wire;
}

function plain(status: number, retryAfter: string | null, body: string): Wire {
	const said = Buffer.from(body);
	const head = lines([
		`HTTP/1.1 ${status} Later`,
		`Content-Length: ${said.length}`,
		...(retryAfter === null ? [] : [`Retry-After: ${retryAfter}`]),
	]);
	return {
		name: `mood ${status} | Retry-After: ${retryAfter ?? 'none'} | ${body}`,
		steps: [{ send: Buffer.concat([Buffer.from(head, 'latin1'), said]) }, { end: 'keep' }],
		status,
		body: said,
		said,
	};
}

/** The mood of a service about a project, if it has one. */
export const moods: Arbitrary<Mood | null> = percent(12).chain((has) =>
	!has
		? fc.constant(null)
		: fc.record({
				times: fc.integer({ min: 3, max: 12 }),
				wire: fc
					.tuple(
						oneOf<readonly [number, string]>(
							[200, '{"code":4003,"errMsg":"too many requests"}'],
							[429, ''],
							[503, 'down'],
						),
						often<string | null>(
							[3, oneOf<string>(...RETRY_AFTER)],
							[3, fc.constant('0')],
							[1, fc.constant(null)],
						),
					)
					.map(([[status, body], retryAfter]) => plain(status, retryAfter, body)),
			}),
);
