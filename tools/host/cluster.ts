/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder';
import { startN8n, withoutEditor, type N8nOptions, type RunningN8n } from './n8n';
import { buildPackage, installPackage } from './package';
import { logFileOf } from './paths';
import { freePort, localhost } from './ports';
import type { N8nClient } from './rest';
import { ensureRuntime } from './runtime';
import { takeServers } from './servers';
import { logIn } from './setup';

/** What a cluster can be asked for. */
export interface ClusterOptions extends Pick<N8nOptions, 'env'> {
	/** How the names of the log files begin. Logs of an earlier cluster of that name are removed. */
	logName: string;
}

/** A real n8n in queue mode, with the packed nodes in every process, and a logged-in client. */
export interface Cluster {
	/** Talks to the main process as the editor does. */
	readonly client: N8nClient;
	readonly main: RunningN8n;
	readonly workers: readonly RunningN8n[];
	/** All n8n processes. */
	readonly members: readonly RunningN8n[];
	/** Where production webhooks are reached, without a slash at the end. */
	readonly webhookUrl: string;
	/** Ends everything at once, and removes its data; the logs stay. */
	close(): Promise<void>;
}

async function open(options: ClusterOptions, ends: Array<() => unknown>): Promise<Omit<Cluster, 'close'>> {
	const runtime = await ensureRuntime();
	const tarball = await buildPackage();
	const { path: folder, remove } = temporaryFolder('n8n-cluster-');
	ends.push(remove);
	const servers = await takeServers(runtime);
	ends.push(() => servers.forget());
	const nodes = join(folder, 'installed');
	await installPackage(tarball, nodes, runtime.node);
	const webhookPort = await freePort();
	const webhookUrl = `http://${localhost}:${webhookPort}`;
	const env = {
		...withoutEditor,
		...servers.env,
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		N8N_WEBHOOK_URL: `${webhookUrl}/`,
		...options.env,
	};
	const start = async (name: string, command: string[], port?: number) => {
		const userFolder = join(folder, name);
		cpSync(nodes, userFolder, { recursive: true });
		const logFile = logFileOf(`${options.logName}-${name}`);
		rmSync(logFile, { force: true });
		const member = await startN8n({ runtime, userFolder, logFile, command, port, env });
		ends.push(() => member.kill());
		return member;
	};
	// It brings the database up to date, which the others wait for.
	const main = await start('main', ['start']);
	const starting = [
		start('worker-1', ['worker', '--concurrency=5']),
		start('worker-2', ['worker', '--concurrency=5']),
		start('webhook', ['webhook'], webhookPort),
	];
	// What still starts after a failure can only be ended once it has started.
	await Promise.allSettled(starting);
	const others = await Promise.all(starting);
	const client = await logIn(main.url);
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
		throw error;
	}
}
