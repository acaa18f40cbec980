/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { temporaryFolder } from './folder';
import { unlessDone } from './lock';
import { makeDatabase, startN8n, type N8nOptions, type RunningN8n } from './n8n';
import { buildPackage, installPackage } from './package';
import { hostFolder, logFileOf } from './paths';
import { step } from './progress';
import type { N8nClient } from './rest';
import { ensureRuntime, n8nVersion, type Runtime } from './runtime';
import { logIn } from './setup';

/** What a host can be asked for; without a user folder, a temporary one is used, and removed by `close`. */
export type HostOptions = Partial<Pick<N8nOptions, 'env' | 'port' | 'userFolder' | 'logFile'>> & {
	/** Community nodes of others: their versions by their names. */
	communityNodes?: Readonly<Record<string, string>>;
};

/** A real n8n with the packed nodes, and a logged-in client. */
export interface Host {
	readonly n8n: RunningN8n;
	readonly client: N8nClient;
	readonly runtime: Runtime;
	readonly userFolder: string;
	/** Starts n8n again after it was stopped or killed: same address, same data, same login. */
	restart(): Promise<void>;
	/** Stops n8n, and removes a temporary user folder. */
	close(): Promise<void>;
}

/** A user folder with an empty database and the nodes, of which hosts take a copy: n8n needs a third of its start to make the tables. */
async function preparedFolder(runtime: Runtime, tarball: string): Promise<string> {
	const folder = join(hostFolder(), 'prepared');
	await unlessDone(join(folder, 'prepared.json'), { n8nVersion, nodes: basename(tarball) }, async () => {
		await installPackage(tarball, folder, runtime.node);
		await makeDatabase({ runtime, userFolder: folder, logFile: logFileOf('prepared') });
	});
	return folder;
}

/**
 * Installs Node and n8n where they are missing, packs the nodes, installs them as a user gets them, starts n8n on
 * 127.0.0.1 and logs in as its owner. Takes minutes the first time, then some ten seconds.
 * @throws HostError with a sentence for a person.
 */
export async function openHost(options: HostOptions = {}): Promise<Host> {
	const runtime = await ensureRuntime();
	const tarball = await buildPackage();
	const { path: userFolder, remove } =
		options.userFolder === undefined
			? temporaryFolder('n8n-host-')
			: { path: options.userFolder, remove: () => undefined };
	const settings = { runtime, userFolder, logFile: logFileOf(`n8n-${basename(userFolder)}`), ...options };
	let n8n: RunningN8n | undefined;
	const close = async () => {
		await n8n?.stop();
		remove();
	};
	try {
		if (options.userFolder === undefined) {
			cpSync(await preparedFolder(runtime, tarball), userFolder, { recursive: true });
		}
		await installPackage(tarball, userFolder, runtime.node, options.communityNodes);
		const started = await step('starting n8n', async () => await startN8n(settings));
		n8n = started;
		const client = await logIn(n8n.url);
		const restart = async () => await started.restart();
		return { n8n, client, runtime, userFolder, restart, close };
	} catch (error) {
		await close();
		throw error;
	}
}
