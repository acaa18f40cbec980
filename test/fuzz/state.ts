import { z } from 'zod/v3';
import { jsonLinesOf, keepJsonLine, textIfAny } from '../host/sessions';

const breach = z.object({ promise: z.string(), what: z.string() });

const begun = z.object({ type: z.literal('begun'), number: z.number() });

const ended = z.object({
	type: z.literal('ended'),
	number: z.number(),
	kind: z.string(),
	answers: z.number(),
	calls: z.number(),
	breaches: z.array(breach),
	/** Only where it was asked for. */
	trace: z.array(z.string()).optional(),
});

const seed = z.object({ type: z.literal('seed'), seed: z.number() });

/** Cases that follow each other, all of which have ended. */
const stretch = z.object({ type: z.literal('stretch'), index: z.number(), seconds: z.number() });

const line = z.discriminatedUnion('type', [begun, ended, seed, stretch]);

/** A line of a file that is written while cases are run. */
export type Line = z.output<typeof line>;

/** What came of a case. */
export type EndedCase = z.output<typeof ended>;

/** The lines of a file. */
export const readLines = (path: string): Line[] => jsonLinesOf(textIfAny(path)).map((one) => line.parse(one));

/**
 * Adds a line to a file, at once.
 *
 * @param path - the file; it need not exist
 */
export const keepLine = (path: string, one: Line): void => keepJsonLine(path, one);

/** What a run of its own has done so far, earlier sessions included. */
export interface State {
	seed: number | undefined;
	/** Stretches that are done. */
	done: ReadonlySet<number>;
	seconds: number;
	cases: EndedCase[];
}

/**
 * What lines say. Cases of a stretch that was interrupted count as not done.
 *
 * @param lines - in order
 * @param length - how many cases a stretch has
 */
export function stateOf(lines: readonly Line[], length: number): State {
	const stretches = lines.flatMap((one) => (one.type === 'stretch' ? [one] : []));
	const done = new Set(stretches.map(({ index }) => index));
	const cases = new Map(lines.flatMap((one) => (one.type === 'ended' ? [[one.number, one] as const] : [])));
	return {
		seed: lines.find((one) => one.type === 'seed')?.seed,
		done,
		seconds: stretches.reduce((sum, { seconds }) => sum + seconds, 0),
		cases: [...cases.values()].filter(({ number }) => done.has(Math.floor(number / length))),
	};
}
