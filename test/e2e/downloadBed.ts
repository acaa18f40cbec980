import { type FileHost, startFileHost } from '../engine/fileHost';
import { type Execution, itemsOf, type Workflow } from '../host';
import { temporaryFolder } from '../host/folder';
import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { flow, type NodeSettings, parkedClip, startWith } from './flows';
import type { Stage } from './stage';
import { Store } from './store';

/** A Download node. */
export const downloadNode = (options: Record<string, unknown> = {}, settings: NodeSettings = {}) =>
	parkedClip('Download', { operation: 'download', videoUrl: '={{ $json.videoUrl }}', options }, settings);

/** A workflow that downloads the files of items. */
export function downloadFlow(
	name: string,
	items: object[],
	{ options, settings }: DownloadRun = {},
): Workflow {
	return flow(name, [...startWith('Clips', items), downloadNode(options, settings)]);
}

/** Runs Download over items, to its end. */
export async function runDownload(
	stage: Stage,
	name: string,
	items: object[],
	run: DownloadRun = {},
): Promise<Execution> {
	return await stage.run(downloadFlow(name, items, run));
}

/** How {@link runDownload} runs. */
export interface DownloadRun {
	options?: Record<string, unknown>;
	settings?: NodeSettings;
}

/** What came out of the Download node. */
export const downloaded = (execution: Execution, output = 0) => itemsOf(execution, 'Download', output);

/** A real n8n in regular mode whose store of binary data can be looked at, and a host of files. */
export class DownloadBed extends Bed {
	readonly store: Store;
	private fileHost: FileHost | undefined;
	private ahead = 0;

	/**
	 * @param name - of its log
	 * @param env - settings of n8n
	 */
	constructor(name: string, env: Record<string, string> = {}) {
		const { path } = temporaryFolder('n8n-store-');
		super({
			logFile: logFileOf(name),
			env: { N8N_LOG_LEVEL: 'info', N8N_BINARY_DATA_STORAGE_PATH: path, ...env },
		});
		this.store = new Store(path);
	}

	/** The host of files. */
	get files(): FileHost {
		if (this.fileHost === undefined) throw new TypeError('The test bed is not open.');
		return this.fileHost;
	}

	/** Sets the clock of the service forward; its links live for a day. */
	letDaysPass(days: number): void {
		this.ahead += days * 86_400_000;
	}

	override async open(settings = {}): Promise<void> {
		this.fileHost = await startFileHost();
		await super.open({ now: () => Date.now() + this.ahead, ...settings });
	}

	override async close(): Promise<void> {
		await super.close();
		await this.fileHost?.close();
	}
}
