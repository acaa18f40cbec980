/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const running = new Set<ChildProcess>();

// However this process ends, this is the last thing that it does.
process.once('exit', () => running.forEach((child) => signalTree(child, 'SIGKILL')));

/** Signals a process and everything that it started (n8n has a task runner, npm has compilers). */
export function signalTree(child: ChildProcess, signal: NodeJS.Signals): void {
	const { pid } = child;
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch {
		// The group is gone already, which is what was wanted.
	}
}

/** What a child process is started with. */
interface Start {
	/** The Node executable to run. */
	node: string;
	/** The script and its arguments. */
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** The open file that gets all its output. */
	log: number;
}

/**
 * Starts a script under the given Node as the leader of a process group of its own. It never outlives this process:
 * it is killed when this process exits, and ends by itself when this process was killed.
 */
export function startNode({ node, args, cwd, env, log }: Start): ChildProcess {
	const guard = join(__dirname, 'guard.cjs');
	const child = spawn(node, ['--require', guard, ...args], {
		cwd,
		env,
		stdio: ['ignore', log, log],
		detached: true,
	});
	running.add(child);
	child.once('exit', () => {
		// A child of the child may have stayed behind, for instance n8n's task runner after a crash of n8n.
		signalTree(child, 'SIGKILL');
		running.delete(child);
	});
	return child;
}
