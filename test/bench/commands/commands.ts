/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../host';
import { temporaryFolder } from '../../host/folder';
import { logFileOf } from '../../host/paths';
import type { Benchmark, BenchOptions, BenchResult, Figure } from '../figure';
import { sum } from '../statistics';

/** What npm tells the scripts that it runs is not meant for another project. */
const env = Object.fromEntries(
	Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|NODE_OPTIONS)/i.test(name)),
);

/** How a command of a fresh clone went. */
interface Run {
	seconds: number;
	output: string;
}

/** @throws Error with the last lines of a command that fails */
async function runIn(folder: string, command: string, more: NodeJS.ProcessEnv = {}): Promise<Run> {
	const began = Date.now();
	const child = spawn(command, { cwd: folder, shell: true, env: { ...env, ...more } });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
	await once(child, 'close');
	const log = logFileOf('bench-commands');
	mkdirSync(dirname(log), { recursive: true });
	appendFileSync(log, `$ ${command}\n${output}`);
	if (child.exitCode !== 0) throw new Error(`${command} failed:\n${output.slice(-2_000)}`);
	return { seconds: (Date.now() - began) / 1000, output };
}

/** Seconds of the steps of `npm start` that a pattern names. */
const secondsOf = (step: RegExp, output: string): number =>
	sum(
		[...output.matchAll(/^ *✓ (.*) \((\d+) s\)$/gm)]
			.filter(([, name = '']) => step.test(name))
			.map(([, , seconds]) => Number(seconds)),
	);

/** The steps in which npm installs n8n, and builds its database driver. */
const INSTALLING = /^(?:installing (?:Node|n8n) \d|preparing the embedded database)/;

/** The step that waits for the clips of the main example: n8n resumes what is paused a minute later at the earliest. */
const EXAMPLE = /^running "/;

const figure = (name: string, seconds: number, atMost: number, note: string): Figure => ({
	name,
	unit: 's',
	ours: [seconds],
	goal: { atMost, of: 'absolute' },
	note,
});

/** Runs something in a fresh clone, which is removed afterwards. */
async function inFreshClone<T>(
	tell: BenchOptions['tell'],
	use: (run: (command: string, more?: NodeJS.ProcessEnv) => Promise<Run>) => Promise<T>,
): Promise<T> {
	const { path, remove } = temporaryFolder('fresh-clone-');
	await runIn(path, `git clone --quiet ${JSON.stringify(projectRoot())} clone`);
	const result = await use(async (command, more) => {
		tell(command);
		return await runIn(join(path, 'clone'), command, more);
	});
	remove();
	return result;
}

async function measureCommands({ tell }: BenchOptions): Promise<BenchResult> {
	return await inFreshClone(tell, async (inClone) => {
		const install = await inClone('npm install');
		const start = await inClone('npm start -- --once');
		const test = await inClone('npm test');
		const least = secondsOf(INSTALLING, start.output);
		const example = secondsOf(EXAMPLE, start.output);
		const whole = install.seconds + start.seconds;
		const note = `npm install && npm start -- --once takes ${whole.toFixed(0)} s in a fresh clone: npm and the compiler ${(install.seconds + least).toFixed(0)} s of it, the main example, which pauses for a minute, ${example.toFixed(0)} s`;
		return {
			figures: [
				figure(
					'The first start until n8n is ready, beyond what npm and the compiler of SQLite take',
					start.seconds - least - example,
					60,
					note,
				),
				figure('npm test', test.seconds, 150, 'in a fresh clone, on two cores'),
			],
		};
	});
}

async function measureChecks({ tell }: BenchOptions): Promise<BenchResult> {
	return await inFreshClone(tell, async (inClone) => {
		const { seconds } = await inClone('bash .ci/run', { CI: 'true' });
		return { figures: [figure('.ci/run', seconds, 1200, 'with npm ci and npm test in it; on two cores')] };
	});
}

/** How long people wait for the commands of the README. */
export const commands: Benchmark = { name: 'commands', inShort: false, run: measureCommands };

/** How long all checks take. */
export const checks: Benchmark = { name: 'checks', inShort: false, run: measureChecks };
