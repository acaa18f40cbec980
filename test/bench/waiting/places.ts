import { buildPackage, quiet } from '../../host';
import { startSimulator, type Simulator } from '../../simulator';
import { type MeasuredN8n, openMeasured, type RegularN8n } from '../server/measured';
import { Crowd } from './crowd';
import type { Way } from './ways';

/** Where crowds wait. */
export interface Places {
	simulator: Simulator;
	tarball: string;
	/** Starts an n8n in regular mode. */
	open: () => Promise<RegularN8n>;
	/** Starts an n8n in regular mode, for a crowd of its own. */
	openCrowd: (way: Way, size: number, settings?: CrowdSettings) => Promise<Crowd>;
	/** Notes an n8n that was started elsewhere, to end it with the others. */
	endLater: <N8n extends MeasuredN8n>(n8n: N8n) => N8n;
}

/** What a crowd is started with. */
interface CrowdSettings {
	/** Environment variables of its n8n. */
	env?: Record<string, string>;
	/** How long the runs of a peer pause. */
	seconds?: number;
}

/** Runs something with a simulated service and as many n8n as it asks for, and ends them all. */
export async function withPlaces<T>(use: (places: Places) => Promise<T>): Promise<T> {
	const tarball = await buildPackage(quiet);
	const simulator = await startSimulator({ submissionLimits: null });
	const opened: MeasuredN8n[] = [];
	const endLater = <N8n extends MeasuredN8n>(n8n: N8n): N8n => {
		opened.push(n8n);
		return n8n;
	};
	const open = async (env: Record<string, string> = {}) =>
		endLater(await openMeasured(simulator, tarball, env));
	const openCrowd = async (way: Way, size: number, { env, seconds }: CrowdSettings = {}) =>
		new Crowd(way, size, await open(env), simulator, seconds);
	try {
		return await use({ simulator, tarball, open, openCrowd, endLater });
	} finally {
		await Promise.allSettled(opened.map(async (n8n) => await n8n.close()));
		await simulator.close();
	}
}
