import { z } from 'zod/v3';
import { jsonLinesOf, keepJsonLine, textIfAny } from '../host/sessions';
import { allMoments, type Mode } from './plan';
import { verdict, type Verdict } from './verdict';

const moment = z.enum(allMoments);
const mode = z.enum(['regular', 'queue']);

const session = z.object({
	type: z.literal('session'),
	number: z.number(),
	seed: z.number(),
	began: z.string(),
});

const killed = z.object({
	type: z.literal('kill'),
	mode,
	index: z.number(),
	target: z.enum(['n8n', 'main', 'worker', 'all']),
	/** What it was meant to hit, and what it has hit. */
	aimed: moment,
	moment,
	/** Everything that it has hit. */
	hits: z.array(z.object({ mark: z.string(), moment })),
});

const line = z.discriminatedUnion('type', [session, killed, verdict]);

/** A kill that was carried out. */
export type Killed = z.output<typeof killed>;

/** A line of a state file. */
export type Line = z.output<typeof line>;

/** A kill of which all is known. */
export interface Settled extends Killed {
	verdicts: Array<{ moment: Killed['moment']; verdict: Verdict }>;
}

/** What a state file says. */
export interface State {
	sessions: number;
	seed: number | undefined;
	/** The kills whose batches have all been judged; each number of a mode once. */
	settled: Settled[];
	/** What became of all batches, those included whose kill is to be done again. */
	verdicts: Verdict[];
}

/** Reads the text of a state file. */
export const readLines = (text: string): Line[] => jsonLinesOf(text).map((one) => line.parse(one));

/** What lines say. What was killed and not judged before a script was interrupted counts as not done. */
export function stateOf(lines: readonly Line[]): State {
	const sessions = lines.flatMap((one) => (one.type === 'session' ? [one] : []));
	const verdicts = new Map(lines.flatMap((one) => (one.type === 'batch' ? [[one.mark, one] as const] : [])));
	const settled = new Map<string, Settled>();
	for (const one of lines) {
		if (one.type !== 'kill') continue;
		const judged = one.hits.flatMap(({ mark, moment: when }) => {
			const known = verdicts.get(mark);
			return known === undefined ? [] : [{ moment: when, verdict: known }];
		});
		if (judged.length === one.hits.length)
			settled.set(`${one.mode} ${one.index}`, { ...one, verdicts: judged });
	}
	return {
		sessions: sessions.length,
		seed: sessions[0]?.seed,
		settled: [...settled.values()],
		verdicts: [...verdicts.values()],
	};
}

/** Which kills of a mode are still to be carried out. */
export function missingOf(state: State, wanted: Mode, count: number): number[] {
	const done = new Set(state.settled.filter((one) => one.mode === wanted).map(({ index }) => index));
	return Array.from({ length: count }, (_, index) => index).filter((index) => !done.has(index));
}

/** A file with one line for everything that is to be remembered. */
export interface StateFile {
	read(): State;
	keep(line: Line): void;
}

/** Opens a state file; it need not exist yet. */
export const stateFile = (path: string): StateFile => ({
	read: () => stateOf(readLines(textIfAny(path))),
	keep: (one) => keepJsonLine(path, one),
});
