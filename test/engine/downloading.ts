import { type INodeParameters, sleep } from 'n8n-workflow';
import { type Answer, FILE_SIGNATURE, type FileHost, useFileHost } from './fileHost';
import type { NodeRun, NodeRunResult } from './harness';
import { type Storage, useStorage } from './storage';
import { type Bench, download, useBench } from './support';

/** Downloads of one file, and what is checked of each of them. */
export interface Downloading {
	bench: Bench;
	host: () => FileHost;
	storage: Storage;
	/** Downloads what is behind a link, with the options of the node. */
	from: (videoUrl: string, options?: INodeParameters, more?: Partial<NodeRun>) => Promise<DownloadResult>;
	/** Downloads what the host answers. */
	run: (answer: Answer, options?: INodeParameters) => Promise<DownloadResult>;
}

/** What came out of a download. */
type DownloadResult = NodeRunResult & {
	/** How long it took. */
	minutes: number;
};

/**
 * Prepares for each test of the file what a download needs. Whatever becomes of one, its error says that nothing is lost and
 * holds no secret, the host has no open connection afterwards, and of a failure nothing is kept.
 */
export function useDownload(): Downloading {
	const bench = useBench();
	const host = useFileHost();
	const storage = useStorage();
	const from = async (videoUrl: string, options: INodeParameters = {}, more: Partial<NodeRun> = {}) => {
		const items = [{ json: { projectId: '77', videoId: '4711', title: 'Tide', videoUrl } }];
		const began = Date.now();
		const result = await bench.clip({ ...download, options }, { items, ...more });
		const minutes = (Date.now() - began) / 60_000;
		const { error } = result;
		if (error !== undefined) {
			expect(`${error.message} ${error.description}`).not.toContain(FILE_SIGNATURE);
			expect(error.description).toContain('The clip is not lost, and a download costs nothing.');
			expect(await storage.leftovers()).toEqual([]);
		}
		await sleep(50);
		expect(await host().connections()).toBe(0);
		return { ...result, minutes };
	};
	return {
		bench,
		host,
		storage,
		from,
		run: async (answer, options) => await from(host().serve('/x.mp4', answer), options),
	};
}
