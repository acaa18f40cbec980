import { startN8n, type N8nExit, type N8nOptions, type RunningN8n } from '../n8n';

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
	/** Asks it to end (SIGTERM), and ends it after `grace` milliseconds (60,000). */
	stop(grace?: number): Promise<N8nExit>;
	/** Starts it again, after stopping it when it still runs: same port, same data, same user folder. */
	restart(): Promise<void>;
}

/** How a member is started, the first time and every time. */
export type MemberOptions = N8nOptions & { port: number };

/**
 * Starts an n8n process of a cluster and waits until it is ready.
 * @throws HostError with the end of its log when it does not get ready.
 */
export async function startMember(name: string, options: MemberOptions): Promise<Member> {
	let current = await startN8n(options);
	return {
		name,
		get process() {
			return current;
		},
		userFolder: options.userFolder,
		logFile: options.logFile,
		kill: async () => await current.kill(),
		stop: async (grace) => await current.stop(grace),
		restart: async () => {
			await current.stop();
			current = await startN8n(options);
		},
	};
}
