/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a command, it never runs inside n8n */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onInterrupt, runSession, seedFor } from '../host/sessions';
import { type KillArguments, readArguments, usage } from './arguments';
import { Hunt } from './hunt';
import { planOf, type Mode } from './plan';
import { missingOf, type State, type StateFile, stateFile } from './state';
import { killsTable } from './table';
import { brokenBy } from './verdict';
import { openVictim } from './victim';

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const modes: readonly Mode[] = ['regular', 'queue'];

/** Prints what was done so far; tells whether every promise was kept. */
function report({ settled, seed, verdicts }: State): boolean {
	print(`\nSeed ${seed ?? 'none'}, ${settled.length} kills judged.`);
	for (const mode of modes) {
		if (settled.some((kill) => kill.mode === mode)) print(`\n${killsTable(mode, settled)}`);
	}
	const broken = verdicts.flatMap(brokenBy);
	print(broken.length === 0 ? '\nNo promise was broken.' : `\nBroken promises:\n${broken.join('\n')}`);
	return broken.length === 0;
}

function writeEvidence(folder: string, mark: string, known: object): void {
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, `${mark}.json`), JSON.stringify(known, undefined, '\t'));
}

async function killAll({ kills, seed: wanted, state: path }: KillArguments, file: StateFile): Promise<void> {
	const state = file.read();
	const seed = seedFor(wanted, state.seed);
	const number = state.sessions + 1;
	print(`Seed ${seed}, session ${number}`);
	file.keep({ type: 'session', number, seed, began: new Date().toISOString() });
	for (const mode of modes) {
		const missing = missingOf(state, mode, kills[mode]);
		if (missing.length === 0) continue;
		print(`${mode} mode: ${missing.length} of ${kills[mode]} kills to go`);
		const name = `${mode}-${number}`;
		const victim = await openVictim(mode, name);
		try {
			const hunt = new Hunt(victim, {
				name,
				keep: (line) => file.keep(line),
				tell: print,
				show: (mark, known) => writeEvidence(`${path}-evidence`, mark, known),
			});
			await hunt.run(missing.map((index) => planOf(seed, mode, index)));
		} finally {
			await victim.close();
		}
	}
}

async function main(): Promise<boolean> {
	const wanted = readArguments(process.argv.slice(2));
	if (wanted.help) {
		print(usage);
		return true;
	}
	const file = stateFile(wanted.state);
	if (wanted.report) return report(file.read());
	// What was killed and not judged is done again by the next session; whatever runs ends with this process.
	onInterrupt(() => void report(file.read()));
	await killAll(wanted, file);
	return report(file.read());
}

runSession(main);
