/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { FILE_IS_SAFE } from '../../rules/given/texts';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Container } from '@n8n/di';
import * as core from 'n8n-core';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import { type IBinaryData, type INodeParameters, sleep } from 'n8n-workflow';
import { type Answer, FILE_SIGNATURE, useFileHost } from './fileHost';
import { z } from 'zod/v3';
import type { NodeRun, NodeRunResult } from './harness';
import { getFiles, useBench } from './support';

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
		own = await mkdtemp(join(z.string().parse(process.env.N8N_USER_FOLDER), 'storage-'));
		await moveTo(own);
	});
	afterEach(async () => await rm(own, { recursive: true, force: true }));

	/** Everything that lies in the folder, at any depth. */
	const files = async () => {
		const entries = await readdir(folder, { recursive: true, withFileTypes: true });
		return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
	};
	/** The bytes of a stored file. */
	const bytesOf = async (binary: IBinaryData | undefined) =>
		await readFile(Container.get(BinaryDataService).getPath(z.string().parse(binary?.id)));
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
	};
}

/** The clip whose file is downloaded. */
export const CLIP = {
	projectId: '77',
	videoId: '4711',
	title: 'Why the tide matters',
	durationSeconds: 41.25,
};

/**
 * Prepares for each test of the file what a download needs. Whatever becomes of one that has begun, its error says that nothing is
 * lost and holds no secret, the host has no open connection afterwards, and of a failure nothing is kept.
 */
export function useDownload() {
	const bench = useBench();
	const host = useFileHost();
	const storage = useStorage();
	/** Downloads what lies behind a link. */
	const from = async (videoUrl: string, parameters: INodeParameters = {}, more: Partial<NodeRun> = {}) => {
		const { videoId, title, durationSeconds } = CLIP;
		const projectId = bench.listed([{ videoId, title, videoMsDuration: durationSeconds * 1000, videoUrl }]);
		const began = Date.now();
		const result = await bench.clip({ ...getFiles, projectId, ...parameters }, more);
		const minutes = (Date.now() - began) / 60_000;
		const { error, hints, errorItems } = result;
		// n8n itself puts the input's fields beside the error.
		const failures = errorItems.map(({ json }) => [json.error, json.details]);
		const told = [error?.message, error?.description, error?.context, hints, failures];
		expect(JSON.stringify(told)).not.toContain(FILE_SIGNATURE);
		if (error !== undefined && host().requests.length > 0) expect(error.description).toContain(FILE_IS_SAFE);
		if (error !== undefined || errorItems.length > 0) await storage.expectEmpty();
		await sleep(50);
		expect(await host().connections()).toBe(0);
		return { ...result, minutes };
	};
	/** Downloads what the host answers. */
	const run = async (answer: Answer, parameters?: INodeParameters, more?: Partial<NodeRun>) =>
		await from(host().serve('/x.mp4', answer), parameters, more);
	return { bench, host, storage, from, run };
}
