import { table } from '../docs/markdown';
import type { EndedCase, State } from './state';

/** How many cases of a kind of breach are named. */
const NAMED = 4;

const sum = (cases: readonly EndedCase[], count: (one: EndedCase) => number): number =>
	cases.reduce((total, one) => total + count(one), 0);

/** What makes breaches of the same kind: all but the numbers and the answer. */
const kindOf = (what: string): string =>
	what
		.replace(/ after: .*| last answer: .*|: v\d.*/, '')
		.replace(/\d+/g, '#')
		.slice(0, 90);

/** The command that runs a case again. */
export const commandFor = (seed: number, number: number): string =>
	`npx tsx test/fuzz/main.ts --seed ${seed} --case ${number}`;

/**
 * A line for each breach of a case.
 *
 * @param seed - of all cases
 */
export const linesOf = (seed: number, { number, kind, breaches }: EndedCase): string[] =>
	breaches.map(
		({ promise, what }) => `${kind}, ${promise}: ${what.replace(/\s+/g, ' ')} (${commandFor(seed, number)})`,
	);

/**
 * What was done and found, as text.
 *
 * @param state - all sessions
 * @param seconds - how long they took by the clock
 */
export function reportOf({ seed = 0, cases, seconds }: State): string {
	const answers = sum(cases, (one) => one.answers);
	const calls = sum(cases, (one) => one.calls);
	const kinds = [...new Set(cases.map(({ kind }) => kind))].sort();
	const rows = kinds.map((kind) => {
		const own = cases.filter((one) => one.kind === kind);
		const broken = own.filter(({ breaches }) => breaches.length > 0).length;
		return [kind, own.length, sum(own, (one) => one.answers), sum(own, (one) => one.calls), broken].map(
			String,
		);
	});
	const found = new Map<string, number[]>();
	for (const { number, kind, breaches } of cases) {
		for (const { promise, what } of breaches) {
			const name = `${promise} (${kind}): ${kindOf(what)}`;
			found.set(name, [...(found.get(name) ?? []), number]);
		}
	}
	const breaches = [...found]
		.sort()
		.map(
			([name, all]) =>
				`- ${name}: ${all.length} times, cases ${[...new Set(all)].slice(0, NAMED).join(', ')}`,
		);
	return [
		`Seed ${seed}: ${cases.length} cases, ${answers} answers, ${calls} calls, ${Math.round(answers / Math.max(1, seconds))} answers a second of each process.`,
		table(['What was run', 'Cases', 'Answers', 'Calls', 'With a breach'], rows),
		breaches.length === 0
			? 'No promise was broken.'
			: `Broken promises (again with ${commandFor(seed, 0).replace(/0$/, 'N')}):\n${breaches.join('\n')}`,
	].join('\n\n');
}
