/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Container } from '@n8n/di';
import * as core from 'n8n-core';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import { type IBinaryData, type INodeParameters, sleep } from 'n8n-workflow';
import { type Answer, FILE_SIGNATURE, useFileHost } from './fileHost';
import type { NodeRun, NodeRunResult } from './harness';
import { download, useBench } from './support';

/** Old versions of n8n keep a part of a file until the execution ends. */
const CLEARS_UP = 'BinaryDataBlobManager' in core;

/** Lets n8n's own service keep binary data as files, as it does by default, in a fresh folder for each test of the file. */
export function useStorage() {
	let folder = '';
	const moveTo = async (to: string) => {
		folder = to;
		const config = Container.get(BinaryDataConfig);
		config.mode = 'filesystem';
		config.localStoragePath = to;
		await Container.get(BinaryDataService).init();
	};
	let own = '';
	beforeEach(async () => {
		own = await mkdtemp(join(tmpdir(), 'video-clipping-storage-'));
		await moveTo(own);
	});
	afterEach(async () => await rm(own, { recursive: true, force: true }));

	const idOf = (binary: IBinaryData | undefined): string => {
		if (binary?.id === undefined) throw new TypeError('There is no stored file.');
		return binary.id;
	};
	/** Everything that lies in the folder, at any depth. */
	const files = async () => {
		const entries = await readdir(folder, { recursive: true, withFileTypes: true });
		return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
	};
	/** The bytes of a stored file. */
	const bytesOf = async (binary: IBinaryData | undefined) =>
		await readFile(Container.get(BinaryDataService).getPath(idOf(binary)));
	return {
		/** From now on keeps binary data in another folder. */
		moveTo,
		files,
		bytesOf,
		/** Expects that nothing is left of a failed transfer. */
		expectEmpty: async () => {
			if (CLEARS_UP) expect(await files()).toEqual([]);
		},
		/** Expects that a run of one item has stored exactly this file, and nothing else. */
		expectWhole: async ({ items, error }: Pick<NodeRunResult, 'items' | 'error'>, whole: Buffer) => {
			expect(error).toBeUndefined();
			expect((await bytesOf(items[0]?.binary?.data)).equals(whole)).toBe(true);
			expect(items[0]?.json.fileSize).toBe(whole.length);
			if (CLEARS_UP) expect(await files()).toHaveLength(2);
		},
		/** What n8n keeps beside a stored file. */
		metadataOf: async (binary: IBinaryData | undefined) =>
			await Container.get(BinaryDataService).getMetadata(idOf(binary)),
	};
}

/**
 * Prepares for each test of the file what a download needs. Whatever becomes of one, its error says that nothing is lost and
 * holds no secret, the host has no open connection afterwards, and of a failure nothing is kept.
 */
export function useDownload() {
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
			await storage.expectEmpty();
		}
		await sleep(50);
		expect(await host().connections()).toBe(0);
		return { ...result, minutes };
	};
	/** Downloads what the host answers. */
	const run = async (answer: Answer, options?: INodeParameters) =>
		await from(host().serve('/x.mp4', answer), options);
	return { bench, host, storage, from, run };
}
