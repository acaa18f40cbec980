/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a command, it never runs inside n8n */
import { onInterrupt, runSession, seedFor } from '../host/sessions';
import { type FuzzArguments, readArguments, usage } from './arguments';
import { linesOf, reportOf } from './report';
import { keepLine, readLines, type State, stateOf } from './state';
import { runStretch } from './worker';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** How many cases one process runs: what it has learned and allocated ends with it. */
const LENGTH = 300;

const isKept = ({ cases }: State): boolean => cases.every(({ breaches }) => breaches.length === 0);

const isEnough = ({ cases }: State, { answers, calls }: FuzzArguments): boolean =>
	cases.reduce((sum, one) => sum + one.answers, 0) >= answers &&
	cases.reduce((sum, one) => sum + one.calls, 0) >= calls;

async function runOne(seed: number, number: number): Promise<boolean> {
	let kept = true;
	await runStretch({ seed, from: number, to: number + 1, trace: true }, (ended) => {
		kept = ended.breaches.length === 0;
		for (const line of [...(ended.trace ?? []), ...linesOf(seed, ended)]) print(line);
	});
	return kept;
}

async function runAll(wanted: FuzzArguments, state: () => State): Promise<void> {
	const { seed: known, done } = state();
	const seed = seedFor(wanted.seed, known);
	if (known === undefined) keepLine(wanted.state, { type: 'seed', seed });
	print(`Seed ${seed}`);
	let next = 0;
	const work = async (): Promise<void> => {
		while (!isEnough(state(), wanted)) {
			while (done.has(next)) next += 1;
			const index = next;
			next += 1;
			const began = Date.now();
			await runStretch({ seed, from: index * LENGTH, to: (index + 1) * LENGTH }, (ended) => {
				keepLine(wanted.state, ended);
				linesOf(seed, ended).forEach(print);
			});
			keepLine(wanted.state, { type: 'stretch', index, seconds: (Date.now() - began) / 1_000 });
		}
	};
	await Promise.all(Array.from({ length: wanted.workers }, work));
}

async function main(): Promise<boolean> {
	const wanted = readArguments(process.argv.slice(2));
	if (wanted.help) {
		print(usage);
		return true;
	}
	const state = () => stateOf(readLines(wanted.state), LENGTH);
	if (wanted.only !== undefined) return await runOne(seedFor(wanted.seed, state().seed), wanted.only);
	// Stretches that were interrupted are done again by the next session; their processes end with this one.
	onInterrupt(() => print(`\n${reportOf(state())}`));
	if (!wanted.report) await runAll(wanted, state);
	print(`\n${reportOf(state())}`);
	return isKept(state());
}

runSession(main);
