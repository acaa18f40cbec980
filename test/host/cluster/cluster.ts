/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../folder';
import type { N8nOptions } from '../n8n';
import { buildPackage, installPackage } from '../package';
import { logFileOf } from '../paths';
import { freePort, localhost } from '../ports';
import { quiet, type Progress } from '../progress';
import { N8nClient } from '../rest';
import { ensureRuntime } from '../runtime';
import { logInAsOwner } from '../setup';
import { startMember, type Member } from './member';
import { startPostgres } from './postgres';
import { ensurePostgres, ensureRedis } from './programs';
import { startRedis } from './redis';
import { queueSettings, type Servers } from './settings';

/** A worker of a cluster. */
export interface WorkerOptions {
	/** How many executions it runs side by side (10, n8n's own default). */
	concurrency?: number;
	/** Environment variables of this worker alone. */
	env?: Record<string, string>;
}

/** What a cluster can be asked for; everything has a default. */
export interface ClusterOptions extends Pick<N8nOptions, 'env'> {
	/** One worker when not given. */
	workers?: WorkerOptions[];
	/** Whether production webhooks are answered by a process of their own (`n8n webhook`); not by default. */
	webhookProcess?: boolean;
	progress?: Progress;
	/** How the names of the log files begin (`cluster`). Logs of an earlier cluster of that name are removed. */
	logName?: string;
	/** A tarball made before; by default the package is built and packed. */
	tarball?: string;
	/** Whether the processes start without the nodes, so that n8n itself has to install them; not by default. */
	bare?: boolean;
}

/** A real n8n in queue mode, with the packed nodes in every process unless it is bare, and a logged-in client. */
export interface Cluster extends Servers {
	/** Talks to the main process as the editor does. */
	readonly client: N8nClient;
	readonly main: Member;
	readonly workers: readonly Member[];
	/** The process that answers production webhooks, when there is one. */
	readonly webhook: Member | undefined;
	/** All n8n processes. */
	readonly members: readonly Member[];
	/** Where production webhooks are reached, without a slash at the end. */
	readonly webhookUrl: string;
	/** The logs of all processes, those of PostgreSQL and Redis included. */
	readonly logFiles: readonly string[];
	/** The folder of each n8n process that holds its `.n8n` folder. */
	readonly userFolders: readonly string[];
	readonly tarball: string;
	/** Ends everything at once, and removes its data; the logs stay. */
	close(): Promise<void>;
}

type Ends = Array<() => unknown>;

/** Ends what was started, the last first. */
async function endAll(ends: Ends): Promise<void> {
	for (const end of ends.splice(0).reverse()) await end();
}

/** Waits for all, also after a failure: what still starts can only be ended once it has started. */
async function all<T>(promises: Array<Promise<T>>): Promise<T[]> {
	await Promise.allSettled(promises);
	return await Promise.all(promises);
}

async function startServers(
	logOf: (name: string) => string,
	progress: Progress,
	ends: Ends,
): Promise<Servers> {
	const [forPostgres, forRedis] = [await ensurePostgres(progress), await ensureRedis(progress)];
	return await progress.step('starting PostgreSQL and Redis', async () => {
		const stopLater = <T extends { stop(): Promise<void> }>(server: T): T => {
			ends.push(() => server.stop());
			return server;
		};
		const starting = [
			startPostgres(forPostgres, logOf('postgresql')).then(stopLater),
			startRedis(forRedis, logOf('redis')).then(stopLater),
		] as const;
		await Promise.allSettled(starting);
		const [postgres, redis] = await Promise.all(starting);
		return { postgres, redis };
	});
}

interface Wanted {
	name: string;
	port: number;
	options: Pick<N8nOptions, 'command' | 'args' | 'env'>;
}

async function wantedProcesses({
	workers = [{}],
	webhookProcess = false,
}: ClusterOptions): Promise<Wanted[]> {
	const wanted: Wanted[] = [{ name: 'main', port: await freePort(), options: {} }];
	for (const [index, { concurrency = 10, env = {} }] of workers.entries()) {
		const args = [`--concurrency=${concurrency}`];
		const name = `worker-${index + 1}`;
		wanted.push({ name, port: await freePort(), options: { command: 'worker', args, env } });
	}
	if (webhookProcess) {
		wanted.push({ name: 'webhook', port: await freePort(), options: { command: 'webhook' } });
	}
	return wanted;
}

async function open(options: ClusterOptions, ends: Ends): Promise<Cluster> {
	const { progress = quiet, logName = 'cluster' } = options;
	const runtime = await ensureRuntime(progress);
	const tarball = options.tarball ?? (await buildPackage(progress));
	const logOf = (name: string) => {
		const file = logFileOf(`${logName}-${name}`);
		rmSync(file, { force: true });
		return file;
	};
	const { path: folder, remove } = temporaryFolder('n8n-cluster-');
	ends.push(remove);
	const servers = await startServers(logOf, progress, ends);
	const wanted = await wantedProcesses(options);
	const shared = { ...queueSettings(servers, options.webhookProcess === true), ...options.env };
	const answering = wanted.find(({ name }) => name === 'webhook') ?? wanted[0];
	const webhookUrl = `http://${localhost}:${answering?.port ?? 0}`;
	const nodes = join(folder, 'installed');
	if (options.bare !== true) await installPackage(tarball, nodes, runtime.node, progress);
	const start = async ({ name, port, options: own }: Wanted) => {
		const userFolder = join(folder, name);
		if (options.bare !== true) cpSync(nodes, userFolder, { recursive: true });
		const member = await startMember(name, {
			...own,
			runtime,
			port,
			userFolder,
			logFile: logOf(name),
			env: { ...shared, ...own.env },
			webhookUrl: `${webhookUrl}/`,
		});
		ends.push(() => member.kill());
		return member;
	};
	const [first, ...others] = wanted;
	if (first === undefined) throw new TypeError('A cluster has a main process.');
	// It brings the database up to date, which the others wait for.
	const main = await progress.step('starting n8n (main)', () => start(first));
	const names = others.map(({ name }) => name).join(', ');
	const rest = await progress.step(`starting n8n (${names})`, () => all(others.map(start)));
	const client = new N8nClient(main.process.url);
	await logInAsOwner(client);
	const members = [main, ...rest];
	return {
		...servers,
		client,
		main,
		workers: rest.filter(({ name }) => name.startsWith('worker-')),
		webhook: rest.find(({ name }) => name === 'webhook'),
		members,
		webhookUrl,
		logFiles: [...members, servers.postgres, servers.redis].map(({ logFile }) => logFile),
		userFolders: members.map(({ userFolder }) => userFolder),
		tarball,
		close: async () => await endAll(ends),
	};
}

/**
 * Starts a real n8n in queue mode on 127.0.0.1: PostgreSQL, Redis, one main process, workers, and perhaps a process
 * for webhooks. What is missing is downloaded or built first, which takes minutes the first time.
 * @throws HostError with a sentence for a person.
 */
export async function openCluster(options: ClusterOptions = {}): Promise<Cluster> {
	const ends: Ends = [];
	return await open(options, ends).catch(async (error: unknown) => {
		await endAll(ends);
		return await Promise.reject(error instanceof Error ? error : new Error(String(error)));
	});
}
