/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder';
import { startN8n, type N8nExit, type N8nOptions, type RunningN8n } from './n8n';
import { buildPackage, installPackage } from './package';
import { logFileOf } from './paths';
import { freePort, localhost } from './ports';
import { quiet } from './progress';
import { N8nClient } from './rest';
import { ensureRuntime } from './runtime';
import { takeServers } from './servers';
import { logInAsOwner } from './setup';

/** One n8n process of a cluster, which can end and start again while the others go on. */
export interface Member {
	/** `main`, `worker-1`, `worker-2`, ... or `webhook`. */
	readonly name: string;
	/** The process that runs, or that ran last; after `restart` another one at the same address. */
	readonly process: RunningN8n;
	readonly userFolder: string;
	/** Gets what all its processes print, one after the other. */
	readonly logFile: string;
	/** Ends it at once, as a power cut would (SIGKILL). */
	kill(): Promise<N8nExit>;
	/** Starts it again, after stopping it when it still runs: same port, same data, same user folder. */
	restart(): Promise<void>;
}

/** What a cluster can be asked for; everything has a default. */
export interface ClusterOptions extends Pick<N8nOptions, 'env'> {
	/** How many executions each worker runs side by side; one worker with n8n's own 10 when not given. */
	workers?: number[];
	/** Whether production webhooks are answered by a process of their own (`n8n webhook`); not by default. */
	webhookProcess?: boolean;
	/** How the names of the log files begin (`cluster`). Logs of an earlier cluster of that name are removed. */
	logName?: string;
}

/** A real n8n in queue mode, with the packed nodes in every process, and a logged-in client. */
export interface Cluster {
	/** Talks to the main process as the editor does. */
	readonly client: N8nClient;
	readonly main: Member;
	readonly workers: readonly Member[];
	/** All n8n processes. */
	readonly members: readonly Member[];
	/** Where production webhooks are reached, without a slash at the end. */
	readonly webhookUrl: string;
	/** The address of its database, with user and password. */
	readonly databaseUrl: string;
	/** Ends everything at once, and removes its data; the logs stay. */
	close(): Promise<void>;
}

async function startMember(name: string, options: N8nOptions & { port: number }): Promise<Member> {
	let current = await startN8n(options);
	return {
		name,
		get process() {
			return current;
		},
		userFolder: options.userFolder,
		logFile: options.logFile,
		kill: async () => await current.kill(),
		restart: async () => {
			await current.stop();
			current = await startN8n(options);
		},
	};
}

/** The kinds of processes that are wanted; the main one comes first. */
const wantedProcesses = ({ workers = [10], webhookProcess = false }: ClusterOptions) => [
	{ name: 'main', command: 'start' as const, args: [] },
	...workers.map((concurrency, index) => ({
		name: `worker-${index + 1}`,
		command: 'worker' as const,
		args: [`--concurrency=${concurrency}`],
	})),
	...(webhookProcess ? [{ name: 'webhook', command: 'webhook' as const, args: [] }] : []),
];

async function open(options: ClusterOptions, ends: Array<() => unknown>): Promise<Omit<Cluster, 'close'>> {
	const { logName = 'cluster', webhookProcess = false, env } = options;
	const runtime = await ensureRuntime(quiet);
	const tarball = await buildPackage(quiet);
	const { path: folder, remove } = temporaryFolder('n8n-cluster-');
	ends.push(remove);
	const servers = await takeServers(runtime);
	ends.push(() => servers.forget());
	const nodes = join(folder, 'installed');
	await installPackage(tarball, nodes, runtime.node, quiet);
	const [first, ...others] = await Promise.all(
		wantedProcesses(options).map(async (wanted) => ({ ...wanted, port: await freePort() })),
	);
	if (first === undefined) throw new TypeError('A cluster has a main process.');
	const answering = others.find(({ name }) => name === 'webhook') ?? first;
	const webhookUrl = `http://${localhost}:${answering.port}`;
	const start = async ({ name, ...own }: typeof first) => {
		const userFolder = join(folder, name);
		cpSync(nodes, userFolder, { recursive: true });
		const logFile = logFileOf(`${logName}-${name}`);
		rmSync(logFile, { force: true });
		const production = { N8N_DISABLE_PRODUCTION_MAIN_PROCESS: String(webhookProcess) };
		const member = await startMember(name, {
			...own,
			runtime,
			userFolder,
			logFile,
			env: { ...servers.env, ...production, ...env },
			webhookUrl: `${webhookUrl}/`,
		});
		ends.push(() => member.kill());
		return member;
	};
	// It brings the database up to date, which the others wait for.
	const main = await start(first);
	const starting = others.map(start);
	// What still starts after a failure can only be ended once it has started.
	await Promise.allSettled(starting);
	const rest = await Promise.all(starting);
	const client = new N8nClient(main.process.url);
	await logInAsOwner(client);
	return {
		client,
		main,
		workers: rest.filter(({ name }) => name.startsWith('worker-')),
		members: [main, ...rest],
		webhookUrl,
		databaseUrl: servers.databaseUrl,
	};
}

/**
 * Starts a real n8n in queue mode on 127.0.0.1: one main process, workers, and perhaps a process for webhooks, on a PostgreSQL
 * and a Redis that run already.
 * @throws HostError with a sentence for a person.
 */
export async function openCluster(options: ClusterOptions = {}): Promise<Cluster> {
	const ends: Array<() => unknown> = [];
	const close = async () => {
		for (const end of ends.splice(0).reverse()) await end();
	};
	try {
		return { ...(await open(options, ends)), close };
	} catch (error) {
		await close();
		return await Promise.reject(error instanceof Error ? error : new Error(String(error)));
	}
}
