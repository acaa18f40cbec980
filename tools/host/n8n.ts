/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { signalTree, startNode } from './children';
import { HostError } from './errors';
import { hostFolder } from './paths';
import { freePort, localhost } from './ports';
import type { Runtime } from './runtime';
import { untilFound } from './until';

/** How an n8n process is started. */
export interface N8nOptions {
	runtime: Runtime;
	/** The folder that holds n8n's `.n8n` folder; created when missing. */
	userFolder: string;
	/** Gets everything that n8n prints, after what is in it already. */
	logFile: string;
	/** A free port when not given. */
	port?: number;
	/** The kind of process, and its arguments: the main one by default; the others are for queue mode. */
	command?: readonly string[];
	/** Environment variables added last, such as those of queue mode. */
	env?: Record<string, string>;
}

/** An n8n process, which can end and start again. */
export interface RunningN8n {
	/** Its address, without a slash at the end. */
	readonly url: string;
	readonly userFolder: string;
	readonly logFile: string;
	/** The ID of the process; after `restart` of another one. */
	readonly pid: number;
	/** Waits until the process that runs now has ended, for whatever reason. */
	ended(): Promise<void>;
	/** Asks it to end (SIGTERM), and ends it after a minute: by then n8n gives up by itself. */
	stop(): Promise<void>;
	/** Ends it at once, as a power cut would (SIGKILL). */
	kill(): Promise<void>;
	/** Starts it again, after stopping it when it still runs: same address, same data. */
	restart(): Promise<void>;
}

/** Milliseconds after which n8n ends itself when it is asked to end. */
const givesUpAfter = 60_000;

/** Names that an n8n process gets from outside: what a program needs to find itself at home, and the proxy. */
const inherited =
	/^(path|home|user|userprofile|appdata|localappdata|tmpdir|temp|tmp|lang|lc_.*|tz|systemroot|systemdrive|comspec|windir|pathext|https?_proxy|all_proxy|node_extra_ca_certs|ssl_cert_(file|dir))$/i;

/** What n8n encrypts credentials with. They are the simulator's, so this need not be kept secret. */
const encryptedWith = 'local-n8n-beside-the-project';

const quietSettings = {
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_DISABLED_MODULES: 'mcp-registry',
	// n8n answers 503 while its database has not answered for so long (5 s otherwise): a busy machine is no database that is away.
	DB_PING_TIMEOUT_MS: '120000',
};

/** For an n8n at which nobody looks in a browser: its editor, and what belongs to it, take a quarter of the start. */
export const withoutEditor = {
	N8N_DISABLE_UI: 'true',
	N8N_DISABLED_MODULES: `${quietSettings.N8N_DISABLED_MODULES},instance-ai,chat-hub,insights,mcp`,
};

/**
 * The whole environment of an n8n process: local, quiet, and free of the settings of an n8n that the user may run
 * otherwise (`N8N_*`, `DB_*`, ...) and of the test runner (`NODE_ENV`, `NODE_OPTIONS`).
 */
function environment(userFolder: string, url: string, brokerPort: number): NodeJS.ProcessEnv {
	const outer = process.env;
	const direct = [outer.NO_PROXY ?? outer.no_proxy, localhost, 'localhost'].filter(Boolean).join(',');
	const { port } = new URL(url);
	// It has the name of n8n's default, but lies in the user folder: n8n's own would be shared with an n8n that the user may run
	// otherwise. Workflows reach it by the same relative path, since n8n is started in the user folder.
	const files = join(userFolder, '.n8n-files');
	mkdirSync(files, { recursive: true });
	return {
		...Object.fromEntries(Object.entries(outer).filter(([name]) => inherited.test(name))),
		...{ NO_PROXY: direct, no_proxy: direct },
		...quietSettings,
		NODE_ENV: 'production',
		// What Node has compiled once: with it, n8n needs a seventh less to start.
		NODE_COMPILE_CACHE: join(hostFolder(), 'compiled'),
		N8N_USER_FOLDER: userFolder,
		N8N_RESTRICT_FILE_ACCESS_TO: realpathSync(files),
		N8N_LISTEN_ADDRESS: localhost,
		N8N_HOST: localhost,
		N8N_PORT: port,
		N8N_EDITOR_BASE_URL: `${url}/`,
		N8N_WEBHOOK_URL: `${url}/`,
		N8N_ENCRYPTION_KEY: encryptedWith,
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: localhost,
		// Every process needs one of its own.
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// A worker serves nothing but this.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: port,
		N8N_WORKER_SERVER_ADDRESS: localhost,
	};
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function exitOf(child: ChildProcess): Promise<void> {
	if (!hasEnded(child)) await once(child, 'exit');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (hasEnded(child)) return;
	signalTree(child, signal);
	const timer = setTimeout(() => signalTree(child, 'SIGKILL'), givesUpAfter);
	await exitOf(child);
	clearTimeout(timer);
}

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

async function run(options: N8nOptions, url: string): Promise<ChildProcess> {
	const { runtime, userFolder, logFile, command = ['start'], env } = options;
	const own = environment(userFolder, url, await freePort());
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'a');
	const child = startNode({
		node: runtime.node,
		args: [runtime.n8n, ...command],
		// Not the project's folder: n8n reads a file named .env from its working folder.
		cwd: userFolder,
		env: { ...own, ...env },
		log,
	});
	closeSync(log);
	return child;
}

/**
 * Makes the database of a user folder, as n8n does when it starts with none.
 * @throws HostError with the end of its log.
 */
export async function makeDatabase(options: N8nOptions): Promise<void> {
	const child = await run(
		{ ...options, command: ['list:workflow'] },
		`http://${localhost}:${await freePort()}`,
	);
	await exitOf(child);
	if (child.exitCode !== 0) throw new HostError('n8n could not make its database:', options.logFile);
}

async function launch(options: N8nOptions, url: string): Promise<ChildProcess> {
	const child = await run(options, url);
	const { logFile } = options;
	const look = async () => {
		if (hasEnded(child)) throw new HostError('n8n ended while it started:', logFile);
		return (await isReady(url)) ? true : undefined;
	};
	try {
		await untilFound(look, () => `n8n does not get ready. Its log: ${logFile}`, 200);
	} catch (error) {
		await end(child, 'SIGKILL');
		throw error;
	}
	return child;
}

/**
 * Starts an n8n process and waits until it is ready to work.
 * @throws HostError with the end of its log when it does not get ready.
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { userFolder, logFile, port = await freePort() } = options;
	const url = `http://${localhost}:${port}`;
	let child = await launch(options, url);
	return {
		...{ url, userFolder, logFile },
		get pid() {
			return child.pid ?? -1;
		},
		ended: async () => await exitOf(child),
		stop: async () => await end(child, 'SIGTERM'),
		kill: async () => {
			await end(child, 'SIGKILL');
			// All that n8n does with this file is to wait for ten seconds when it starts again.
			rmSync(join(userFolder, '.n8n', 'crash.journal'), { force: true });
		},
		restart: async () => {
			await end(child, 'SIGTERM');
			child = await launch(options, url);
		},
	};
}
