/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { openHost, type Host, type HostOptions } from '../host';
import { withoutEditor } from '../host/n8n';
import { logFileOf } from '../host/paths';
import { type N8n, Stage } from './stage';

/** Seconds that the simulated service takes for a video: less than one question waits for the next. */
const processingSeconds = 3;

/** Test files run side by side: each has a log of its own, with its name. */
function ownLog(): string {
	const { testPath = '' } = expect.getState();
	return logFileOf(`n8n-${basename(dirname(testPath))}-${basename(testPath, '.test.ts')}`);
}

/** One real n8n in regular mode with the packed nodes, and one simulated service, for all cases. */
export class Bed extends Stage {
	private running: Host | undefined;

	/**
	 * @param options - what this n8n is started with
	 * @param hasEditor - whether it serves its editor, or the files of it
	 */
	constructor(
		private readonly options: HostOptions = {},
		private readonly hasEditor = false,
	) {
		super();
	}

	/** Starts both; takes minutes where n8n must be installed first. */
	override async open(settings = {}): Promise<void> {
		await super.open({ processingSeconds, ...settings });
	}

	/** What this n8n is started with; asked for when all else runs. */
	protected hostOptions(): HostOptions {
		return this.options;
	}

	protected async startN8n(endLater: (end: () => Promise<void>) => void): Promise<N8n> {
		const options = this.hostOptions();
		const logFile = options.logFile ?? ownLog();
		rmSync(logFile, { force: true });
		const host = await openHost({
			...options,
			env: { ...(this.hasEditor ? {} : withoutEditor), ...options.env },
			logFile,
		});
		endLater(() => host.close());
		this.running = host;
		return { client: host.client, webhookUrl: host.n8n.url };
	}

	/** The real n8n. */
	get host(): Host {
		if (this.running === undefined) throw new TypeError('The test bed is not open.');
		return this.running;
	}
}
