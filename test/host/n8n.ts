/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signalTree, startNode } from './children';
import { tailOf } from './command';
import { n8nEnvironment } from './environment';
import { HostError } from './errors';
import { hostFolder } from './paths';
import { freePort, localhost } from './ports';
import type { Runtime } from './runtime';
import { stuckAfter } from './until';

/** How an n8n process is started. */
export interface N8nOptions {
	runtime: Runtime;
	/** The folder that holds n8n's `.n8n` folder; created when missing. */
	userFolder: string;
	/** Gets everything that n8n prints, after what is in it already. */
	logFile: string;
	/** A free port when not given. */
	port?: number;
	/** The kind of process: the main one by default; the others are for queue mode. */
	command?: 'start' | 'worker' | 'webhook';
	/** Arguments after the command, such as `--concurrency=5`. */
	args?: string[];
	/** Environment variables added last, such as those of queue mode. */
	env?: Record<string, string>;
	/** The address of webhooks, when another process serves them. */
	webhookUrl?: string;
}

/** How an n8n process ended. */
export interface N8nExit {
	code: number | null;
	signal: string | null;
}

/** A running n8n process. */
export interface RunningN8n {
	/** Its address, without a slash at the end. */
	url: string;
	port: number;
	pid: number;
	logFile: string;
	/** Resolves when it ended, for whatever reason. */
	exited: Promise<N8nExit>;
	/** Asks it to end (SIGTERM), and ends it after a minute: by then n8n gives up by itself. */
	stop(): Promise<N8nExit>;
	/** Ends it at once, as a power cut would (SIGKILL). */
	kill(): Promise<N8nExit>;
}

/** Milliseconds from one question for readiness to the next. */
const readinessInterval = 200;

/** Milliseconds after which n8n ends itself when it is asked to end. */
const givesUpAfter = 60_000;

async function isReady(url: string): Promise<boolean> {
	try {
		// Who does not answer in time is asked again: another program may have been quicker to take the port.
		const answer = await fetch(`${url}/healthz/readiness`, { signal: AbortSignal.timeout(2000) });
		await answer.arrayBuffer();
		return answer.ok;
	} catch {
		return false;
	}
}

/**
 * The folder in which workflows may write files, made when it is missing. It has the name of n8n's default, but lies in the
 * user folder: n8n's own would be shared with an n8n that the user may run otherwise. Workflows reach it by the same relative
 * path, since n8n is started in the user folder.
 */
function filesFolder(userFolder: string): string {
	const folder = join(userFolder, '.n8n-files');
	mkdirSync(folder, { recursive: true });
	return realpathSync(folder);
}

/** A worker serves nothing but its health check, at a port with another name. */
function workerSettings(port: number): Record<string, string> {
	return {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: localhost,
	};
}

function launch(options: N8nOptions, port: number, brokerPort: number): ChildProcess {
	const { runtime, userFolder, logFile, command = 'start', args = [] } = options;
	const files = filesFolder(userFolder);
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'a');
	const child = startNode({
		node: runtime.node,
		args: [runtime.n8n, command, ...args],
		// Not the project's folder: n8n reads a file named .env from its working folder.
		cwd: userFolder,
		env: n8nEnvironment(process.env, {
			userFolder,
			port,
			brokerPort,
			webhookUrl: options.webhookUrl,
			extra: {
				N8N_RESTRICT_FILE_ACCESS_TO: files,
				// What Node has compiled once: with it, n8n needs a seventh less to start.
				NODE_COMPILE_CACHE: join(hostFolder(), 'compiled'),
				...(command === 'worker' ? workerSettings(port) : {}),
				...options.env,
			},
		}),
		outputTo: log,
		errorTo: log,
	});
	closeSync(log);
	return child;
}

async function exitOf(child: ChildProcess): Promise<N8nExit> {
	await once(child, 'exit').catch(() => undefined);
	return { code: child.exitCode, signal: child.signalCode };
}

async function waitUntilReady(n8n: RunningN8n): Promise<void> {
	const deadline = Date.now() + stuckAfter;
	let ended: N8nExit | undefined;
	void n8n.exited.then((exit) => (ended = exit));
	while (!(await isReady(n8n.url))) {
		const fault =
			ended !== undefined
				? `n8n ended while it started (${ended.code ?? ended.signal ?? 'not started'}).`
				: Date.now() > deadline
					? `n8n was not ready after ${stuckAfter / 60_000} minutes.`
					: undefined;
		if (fault !== undefined) {
			await n8n.kill();
			throw new HostError(`${fault} Its last lines:\n${tailOf(n8n.logFile, 15)}`, n8n.logFile);
		}
		await pause(readinessInterval);
	}
}

/**
 * Starts an n8n process and waits until it is ready to work.
 * @throws HostError with the end of its log when it does not get ready.
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const port = options.port ?? (await freePort());
	const child = launch(options, port, await freePort());
	const exited = exitOf(child);
	const end = async (signal: NodeJS.Signals): Promise<N8nExit> => {
		if (child.exitCode === null && child.signalCode === null) signalTree(child, signal);
		return await exited;
	};
	const n8n: RunningN8n = {
		url: `http://${localhost}:${port}`,
		port,
		pid: child.pid ?? -1,
		logFile: options.logFile,
		exited,
		kill: async () => await end('SIGKILL'),
		stop: async () => {
			const timer = setTimeout(() => void end('SIGKILL'), givesUpAfter);
			return await end('SIGTERM').finally(() => clearTimeout(timer));
		},
	};
	await waitUntilReady(n8n);
	return n8n;
}
