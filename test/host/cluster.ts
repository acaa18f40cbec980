/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder';
import { startN8n, type N8nExit, type N8nOptions } from './n8n';
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
	/** Its address, without a slash at the end. */
	readonly url: string;
	readonly userFolder: string;
	/** Ends it at once, as a power cut would (SIGKILL). */
	kill(): Promise<N8nExit>;
	/** Starts it again, after stopping it when it still runs: same port, same data, same user folder. */
	restart(): Promise<void>;
}

/** What a cluster can be asked for. */
export interface ClusterOptions extends Pick<N8nOptions, 'env'> {
	/** How the names of the log files begin. Logs of an earlier cluster of that name are removed. */
	logName: string;
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
	/** Ends everything at once, and removes its data; the logs stay. */
	close(): Promise<void>;
}

async function startMember(options: N8nOptions & { port: number }): Promise<Member> {
	let current = await startN8n(options);
	return {
		url: current.url,
		userFolder: options.userFolder,
		kill: async () => await current.kill(),
		restart: async () => {
			await current.stop();
			current = await startN8n(options);
		},
	};
}

async function open(options: ClusterOptions, ends: Array<() => unknown>): Promise<Omit<Cluster, 'close'>> {
	const runtime = await ensureRuntime(quiet);
	const tarball = await buildPackage(quiet);
	const { path: folder, remove } = temporaryFolder('n8n-cluster-');
	ends.push(remove);
	const servers = await takeServers(runtime);
	ends.push(() => servers.forget());
	const nodes = join(folder, 'installed');
	await installPackage(tarball, nodes, runtime.node, quiet);
	const webhookPort = await freePort();
	const webhookUrl = `http://${localhost}:${webhookPort}`;
	const start = async (name: string, command: 'start' | 'worker' | 'webhook', port?: number) => {
		const userFolder = join(folder, name);
		cpSync(nodes, userFolder, { recursive: true });
		const logFile = logFileOf(`${options.logName}-${name}`);
		rmSync(logFile, { force: true });
		const member = await startMember({
			...{ runtime, userFolder, logFile, command },
			args: command === 'worker' ? ['--concurrency=5'] : [],
			port: port ?? (await freePort()),
			env: { ...servers.env, N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true', ...options.env },
			webhookUrl: `${webhookUrl}/`,
		});
		ends.push(() => member.kill());
		return member;
	};
	// It brings the database up to date, which the others wait for.
	const main = await start('main', 'start');
	const starting = [
		start('worker-1', 'worker'),
		start('worker-2', 'worker'),
		start('webhook', 'webhook', webhookPort),
	];
	// What still starts after a failure can only be ended once it has started.
	await Promise.allSettled(starting);
	const others = await Promise.all(starting);
	const client = new N8nClient(main.url);
	await logInAsOwner(client);
	return { client, main, workers: others.slice(0, 2), members: [main, ...others], webhookUrl };
}

/**
 * Starts a real n8n in queue mode on 127.0.0.1: one main process, two workers, and a process for webhooks, on a PostgreSQL and a
 * Redis that run already.
 * @throws HostError with a sentence for a person.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
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
