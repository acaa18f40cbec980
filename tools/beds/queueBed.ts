import { openCluster, type Cluster, type ClusterOptions } from '../host';
import { type N8n, Stage } from './stage';

/** One real n8n in queue mode with the packed nodes, and one simulated service, for all cases. */
export class QueueBed extends Stage {
	private running: Cluster | undefined;

	/** @param options - what the cluster is made of */
	constructor(private readonly options: ClusterOptions) {
		super();
	}

	protected async startN8n(endLater: (end: () => Promise<void>) => void): Promise<N8n> {
		const cluster = await openCluster(this.options);
		endLater(() => cluster.close());
		this.running = cluster;
		return cluster;
	}

	/** The n8n processes and their servers. */
	get cluster(): Cluster {
		if (this.running === undefined) throw new TypeError('The test bed is not open.');
		return this.running;
	}
}
