/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../host';
import { temporaryFolder } from '../../host/folder';
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
	if (child.exitCode !== 0) throw new Error(`${command} failed:\n${output.slice(-2_000)}`);
	return { seconds: (Date.now() - began) / 1000, output };
}

/** Seconds of the steps in which npm installs n8n, and builds its database driver. */
const installing = (output: string): number =>
	sum(
		[
			...output.matchAll(/✓ (?:installing (?:Node|n8n) \d|preparing the embedded database).*\((\d+) s\)$/gm),
		].map(([, seconds]) => Number(seconds)),
	);

const figure = (name: string, seconds: number, atMost: number, note: string): Figure => ({
	name,
	unit: 's',
	ours: [seconds],
	goal: { atMost, of: 'absolute' },
	note,
});

async function run({ tell }: BenchOptions): Promise<BenchResult> {
	const { path, remove } = temporaryFolder('fresh-clone-');
	const clone = join(path, 'clone');
	const inClone = async (command: string, more?: NodeJS.ProcessEnv) => {
		tell(command);
		return await runIn(clone, command, more);
	};
	await runIn(path, `git clone --quiet ${JSON.stringify(projectRoot())} clone`);
	const install = await inClone('npm install');
	const start = await inClone('npm start -- --once');
	const test = await inClone('npm test');
	const all = await inClone('bash .ci/run', { CI: 'true' });
	remove();
	const least = installing(start.output);
	const whole = install.seconds + start.seconds;
	return {
		figures: [
			figure(
				'The first start, beyond what npm and the compiler of SQLite take',
				start.seconds - least,
				60,
				`npm install && npm start -- --once takes ${whole.toFixed(0)} s in a fresh clone, npm and the compiler ${(install.seconds + least).toFixed(0)} s of it`,
			),
			figure('npm test', test.seconds, 150, 'in a fresh clone, on two cores'),
			figure('.ci/run', all.seconds, 1200, 'with npm ci and npm test in it; on two cores'),
		],
	};
}

/** How long people wait for the commands of the README, and for all checks. */
export const commands: Benchmark = { name: 'commands', inShort: false, run };
