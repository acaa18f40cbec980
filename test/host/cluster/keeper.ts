/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signalTree } from '../children';
import type { Program } from './program';

/**
 * Runs a server until standard input ends, which the system sees to when the process at its other end is gone, even by
 * SIGKILL. Then it ends the server by the given signal, and removes the server's folder.
 */
const script = `
signal=$1 folder=$2
shift 2
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{ read -r line <&3; kill -s "$signal" "$server"; } &
watcher=$!
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
rm -rf "$folder"
exit $code
`;

/** A server that never outlives this process. */
export interface Server extends Program {
	/** How it is asked to end at once: the name of a signal, without SIG. */
	signal: 'TERM' | 'QUIT';
	/** Removed when the server has ended. */
	folder: string;
}

/** A server that runs. */
export interface Kept {
	/** Its process group. */
	pid: number;
	/** Whether it ended, for whatever reason. */
	hasEnded(): boolean;
	/** Ends it and waits for its end; by force when it takes longer than `grace` milliseconds (10,000). */
	stop(grace?: number): Promise<void>;
}

/** Starts a server that is not a Node program. It ends, and its folder goes, when this process ends, however that is. */
export function keep(server: Server): Kept {
	const { file, args, cwd, env, account, logFile, signal, folder } = server;
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'a');
	const child = spawn('/bin/sh', ['-c', script, 'keeper', signal, folder, file, ...args], {
		cwd,
		env: { ...process.env, ...env, LC_ALL: 'C' },
		stdio: ['pipe', log, log],
		detached: true,
		...account,
	});
	closeSync(log);
	let ended = false;
	const exited = once(child, 'exit').then(
		() => (ended = true),
		() => (ended = true),
	);
	// Its reader may be gone already, which is what was wanted.
	child.stdin?.on('error', () => undefined);
	return {
		pid: child.pid ?? -1,
		hasEnded: () => ended,
		stop: async (grace = 10_000) => {
			child.stdin?.end();
			const enough = new AbortController();
			void pause(grace, undefined, { signal: enough.signal }).then(
				() => signalTree(child, 'SIGKILL'),
				() => undefined,
			);
			await exited;
			enough.abort();
		},
	};
}
