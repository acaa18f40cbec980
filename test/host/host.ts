/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { basename } from 'node:path';
import { temporaryFolder, type Folder } from './folder';
import { startN8n, type N8nOptions, type RunningN8n } from './n8n';
import { buildPackage, installPackage } from './package';
import { logFileOf } from './paths';
import { quiet, type Progress } from './progress';
import { N8nClient, type Login } from './rest';
import { ensureRuntime, type Runtime } from './runtime';
import { logInAsOwner, owner } from './setup';

/** What a host can be asked for; everything has a default. */
export interface HostOptions extends Pick<N8nOptions, 'env'> {
	/** Keeps n8n's data; without it a temporary folder is used, and removed by `close`. */
	userFolder?: string;
	/** A free port when not given. */
	port?: number;
	progress?: Progress;
	logFile?: string;
	/** A tarball made before; by default the package is built and packed. */
	tarball?: string;
}

/** A real n8n with the packed nodes, and a logged-in client. */
export interface Host {
	/** The running process; after `restart` another one at the same address. */
	readonly n8n: RunningN8n;
	readonly client: N8nClient;
	readonly login: Login;
	readonly runtime: Runtime;
	readonly userFolder: string;
	readonly tarball: string;
	/** Starts n8n again after it was stopped or killed: same address, same data, same login. */
	restart(): Promise<void>;
	/** Stops n8n, and removes a temporary user folder. */
	close(): Promise<void>;
}

function keptFolder(path: string): Folder {
	return { path, remove: () => undefined };
}

/**
 * Installs Node and n8n where they are missing, packs the nodes, installs them as a user gets them, starts n8n on
 * 127.0.0.1 and logs in as its owner. Takes minutes the first time, then some ten seconds.
 * @throws HostError with a sentence for a person.
 */
export async function openHost(options: HostOptions = {}): Promise<Host> {
	const progress = options.progress ?? quiet;
	const runtime = await ensureRuntime(progress);
	const tarball = options.tarball ?? (await buildPackage(progress));
	const { path: userFolder, remove } =
		options.userFolder === undefined ? temporaryFolder('n8n-host-') : keptFolder(options.userFolder);
	const { env, port, logFile = logFileOf(`n8n-${basename(userFolder)}`) } = options;
	const settings: N8nOptions = {
		runtime,
		userFolder,
		logFile,
		...(env === undefined ? {} : { env }),
	};
	const start = async (at?: number) =>
		await progress.step('starting n8n', () =>
			startN8n(at === undefined ? settings : { ...settings, port: at }),
		);
	let running: RunningN8n | undefined;
	const close = async () => {
		await running?.stop();
		remove();
	};
	try {
		await installPackage(tarball, userFolder, runtime.node, progress);
		const first = (running = await start(port));
		let current = first;
		const client = new N8nClient(first.url);
		await logInAsOwner(client);
		return {
			get n8n() {
				return current;
			},
			client,
			login: owner,
			runtime,
			userFolder,
			tarball,
			restart: async () => {
				await current.stop();
				running = current = await start(first.port);
			},
			close,
		};
	} catch (error) {
		await close();
		return await Promise.reject(error instanceof Error ? error : new Error(String(error)));
	}
}
