/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ObjectStoreConfig, S3ByteStore } from '@n8n/blob-storage';
import { ObjectStoreService } from '@n8n/blob-storage/object-store';
import { Container } from '@n8n/di';
import { BinaryDataBlobManager, BinaryDataConfig, BinaryDataService, ErrorReporter } from 'n8n-core';
import { freePort, localhost } from '../host/ports';

/** An object store that speaks S3, in which n8n's own service keeps binary data. */
export interface ObjectStore {
	/** The keys of all objects in it. */
	keys(): Promise<string[]>;
	/** Takes the bucket away while something is done. */
	without<T>(work: () => Promise<T>): Promise<T>;
	close(): Promise<void>;
}

const BUCKET = 'clips';

/** The login that this server always has. */
const LOGIN = 'S3RVER';

/** n8n's own way to S3, as its server sets it up when a licence allows it. */
async function useBucket(port: number): Promise<ObjectStoreService> {
	const config = Object.assign(new ObjectStoreConfig(), {
		host: `${localhost}:${port}`,
		protocol: 'http',
		bucket: { name: BUCKET, region: 'us-east-1' },
		credentials: { accessKey: LOGIN, accessSecret: LOGIN, authAutoDetect: false },
	});
	Container.set(ObjectStoreConfig, config);
	const service = Container.get(ObjectStoreService);
	const manager = new BinaryDataBlobManager(new S3ByteStore(service), Container.get(ErrorReporter));
	Container.get(BinaryDataConfig).mode = 's3';
	const binaryData = Container.get(BinaryDataService);
	binaryData.setManager('s3', manager);
	await binaryData.init();
	return service;
}

/** Starts an S3 server in a process of its own, and lets n8n keep binary data there. */
export async function startObjectStore(): Promise<ObjectStore> {
	const folder = await mkdtemp(join(tmpdir(), 'video-clipping-s3-'));
	const port = await freePort();
	const program = require.resolve('s3rver/bin/s3rver.js');
	const place = ['-d', folder, '-a', localhost, '-p', String(port), '--no-vhost-buckets', '-s'];
	const server = spawn(process.execPath, [program, ...place, '--configure-bucket', BUCKET], {
		stdio: 'ignore',
	});
	const ended = once(server, 'exit');
	const answers = async () =>
		await fetch(`http://${localhost}:${port}/`).then(
			() => true,
			() => false,
		);
	while (server.exitCode === null && !(await answers())) await pause(50);
	const service = await useBucket(port);
	return {
		keys: async () => (await service.list('')).map(({ key }) => key),
		without: async (work) => {
			const [there, away] = [join(folder, BUCKET), `${folder}-away`];
			await rename(there, away);
			return await work().finally(() => rename(away, there));
		},
		close: async () => {
			server.kill();
			await ended;
			await rm(folder, { recursive: true, force: true });
		},
	};
}
