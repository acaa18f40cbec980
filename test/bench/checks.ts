/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../host';
import { temporaryFolder } from '../host/folder';
import { type Benchmark, type Figure, summarize } from './figure';

/** No other n8n listens there. */
const ports = ['--port', '5789', '--simulator-port', '5790', '--receiver-port', '5791'];

/** Seconds until a command has ended well. */
function secondsOf(cwd: string, command: string, ...args: string[]): number {
	const began = performance.now();
	const { status, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
	if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout.slice(-5_000)}`);
	return (performance.now() - began) / 1000;
}

/** Seconds until a person can open the editor. */
async function secondsToStart(cwd: string): Promise<number> {
	const began = performance.now();
	const child = spawn('npm', ['start', '--', ...ports], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
	const ended = once(child, 'exit');
	let seconds: number | undefined;
	for await (const chunk of child.stdout) {
		if (seconds !== undefined || !String(chunk).includes('127.0.0.1:5789')) continue;
		seconds = (performance.now() - began) / 1000;
		child.kill();
	}
	await ended;
	if (seconds === undefined) throw new Error('npm start ended before n8n was there.');
	return seconds;
}

/** What somebody waits for who changes a line, or starts for the first time, in a fresh clone of the last commit. */
export const checks: Benchmark = async (tell) => {
	const clone = join(temporaryFolder('n8n-clone-').path, 'main');
	secondsOf(projectRoot(), 'git', 'clone', '--quiet', projectRoot(), clone);
	const figure = (name: string, seconds: number, atMost: number, note: string): Figure => ({
		name,
		unit: 's',
		ours: summarize(Math.round(seconds)),
		goal: { atMost, of: 'absolute' },
		note,
	});
	tell('.ci/run');
	const whole = secondsOf(clone, 'bash', '.ci/run');
	tell('npm test');
	const test = secondsOf(clone, 'npm', 'test');
	tell('npm start');
	const start = await secondsToStart(clone);
	const figures = [
		figure('npm test', test, 60, 'packages are installed'),
		figure('.ci/run', whole, 600, 'with the installation of all packages and of n8n'),
		figure('First npm start', start, 20, 'until the editor can be opened; n8n is installed'),
	];
	return [{ figures }];
};
