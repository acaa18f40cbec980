import { openCluster, openHost, type Cluster, type N8nClient } from '../../host';
import type { Simulator } from '../../simulator';
import { openWorkbench, type Workbench } from './peers';
import { prepareProbes, type Usage } from './probe';

/** A real n8n, of whatever kind, whose use of the machine can be measured. */
export interface MeasuredN8n extends Workbench {
	client: N8nClient;
	/** Where its webhooks are reached, without a slash at the end. */
	webhookUrl: string;
	/** Its processes. */
	pids(): readonly number[];
	/** What all its processes have used so far; `collect` makes them throw their rubbish away first. */
	usage(collect?: boolean): Promise<Usage>;
	close(): Promise<void>;
}

interface Processes {
	client: N8nClient;
	webhookUrl: string;
	pids: () => number[];
	close(): Promise<void>;
}

async function measured<Opened extends Processes>(
	simulator: Simulator,
	open: (env: Record<string, string>) => Promise<Opened>,
): Promise<MeasuredN8n & { opened: Opened }> {
	const probes = prepareProbes();
	const opened = await open(probes.env).catch(async (error: unknown) => {
		probes.close();
		return await Promise.reject(error instanceof Error ? error : new Error(String(error)));
	});
	const close = async () => {
		await opened.close();
		probes.close();
	};
	const { client, webhookUrl, pids } = opened;
	const usage = async (collect?: boolean) => await probes.usageOf(pids(), collect);
	return { opened, ...(await openWorkbench(client, simulator)), client, webhookUrl, pids, usage, close };
}

/** A real n8n in regular mode that is measured. */
export interface RegularN8n extends MeasuredN8n {
	/** Ends it, after what it is running; it can be started again. */
	stop(): Promise<void>;
	/** Starts it again, at the same address with the same data. */
	restart(): Promise<void>;
}

/**
 * Starts a real n8n in regular mode, with the packed nodes, and measures it.
 *
 * @param more - environment variables of that n8n
 */
export async function openMeasured(
	simulator: Simulator,
	tarball: string,
	more: Record<string, string> = {},
): Promise<RegularN8n> {
	const { opened, ...n8n } = await measured(simulator, async (env) => {
		const host = await openHost({ tarball, env: { ...env, ...more } });
		const pids = () => [host.n8n.pid];
		return { host, client: host.client, webhookUrl: host.n8n.url, pids, close: () => host.close() };
	});
	const { host } = opened;
	return {
		...n8n,
		stop: async () => {
			await host.n8n.stop();
		},
		restart: async () => await host.restart(),
	};
}

/** A real n8n in queue mode that is measured. */
export type MeasuredCluster = MeasuredN8n & { cluster: Cluster };

/** Starts a real n8n in queue mode, with one worker and the packed nodes, and measures it. */
export async function openMeasuredCluster(
	simulator: Simulator,
	tarball: string,
	logName: string,
): Promise<MeasuredCluster> {
	const { opened, ...n8n } = await measured(simulator, async (env) => {
		const cluster = await openCluster({ tarball, env, logName });
		const { client, webhookUrl } = cluster;
		const pids = () => cluster.members.map((member) => member.process.pid);
		return { cluster, client, webhookUrl, pids, close: () => cluster.close() };
	});
	return { ...n8n, cluster: opened.cluster };
}
