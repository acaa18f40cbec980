/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './paths';

const running = new Set<ChildProcess>();

/** Signals a process and everything that it started (n8n has a task runner, npm has compilers). */
export function signalTree(child: ChildProcess, signal: NodeJS.Signals): void {
	const { pid } = child;
	if (pid === undefined) return;
	if (process.platform === 'win32') {
		spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
		return;
	}
	try {
		process.kill(-pid, signal);
	} catch {
		// The group is gone already, which is what was wanted.
	}
}

/** Ends at once whatever is still running; the last thing that this process does, however it ends. */
export function killAll(): void {
	for (const child of running) signalTree(child, 'SIGKILL');
	running.clear();
}

process.once('exit', killAll);

/** What a child process is started with. */
export interface Start {
	/** The Node executable to run. */
	node: string;
	/** The script and its arguments. */
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Where standard output goes; standard error always goes to `errorTo`. */
	outputTo: number | 'pipe';
	errorTo: number;
}

/**
 * Starts a script under the given Node as the leader of a process group of its own. It never outlives this process:
 * it is killed when this process exits, and ends by itself when this process was killed.
 */
export function startNode(start: Start): ChildProcess {
	const guard = join(projectRoot(), 'test', 'host', 'guard.cjs');
	const child = spawn(start.node, ['--require', guard, ...start.args], {
		cwd: start.cwd,
		env: start.env,
		stdio: ['ignore', start.outputTo, start.errorTo],
		detached: process.platform !== 'win32',
		windowsHide: true,
	});
	running.add(child);
	const forget = () => {
		// A child of the child may have stayed behind, for instance n8n's task runner after a crash of n8n.
		signalTree(child, 'SIGKILL');
		running.delete(child);
	};
	child.once('exit', forget);
	child.once('error', () => running.delete(child));
	return child;
}
