/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer } from 'node:http';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectStoreConfig, S3ByteStore } from '@n8n/blob-storage';
import { ObjectStoreService } from '@n8n/blob-storage/object-store';
import { Container } from '@n8n/di';
import { BinaryDataBlobManager, BinaryDataConfig, BinaryDataService, ErrorReporter } from 'n8n-core';
import { listen, localhost, shut } from '../host/ports';
import { account, bucket, openS3 } from '../receivers/s3';

/** An object store that speaks S3, in which n8n's own service keeps binary data. */
export interface ObjectStore {
	/** The keys of all objects in it. */
	keys(): Promise<string[]>;
	/** Takes the bucket away while something is done. */
	without<T>(work: () => Promise<T>): Promise<T>;
	close(): Promise<void>;
}

/** n8n's own way to S3, as its server sets it up when a licence allows it. */
async function useBucket(port: number): Promise<ObjectStoreService> {
	const config = Object.assign(new ObjectStoreConfig(), {
		host: `${localhost}:${port}`,
		protocol: 'http',
		bucket: { name: bucket, region: 'us-east-1' },
		credentials: {
			accessKey: account.accessKeyId,
			accessSecret: account.secretAccessKey,
			authAutoDetect: false,
		},
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

/** Starts an S3 server, and lets n8n keep binary data there. */
export async function startObjectStore(): Promise<ObjectStore> {
	const folder = await mkdtemp(join(tmpdir(), 'video-clipping-s3-'));
	const s3 = await openS3(folder);
	const server = createServer(s3.handle);
	const service = await useBucket(await listen(server));
	return {
		keys: async () => (await service.list('')).map(({ key }) => key),
		without: async (work) => {
			const [there, away] = [join(folder, bucket), `${folder}-away`];
			await rename(there, away);
			return await work().finally(() => rename(away, there));
		},
		close: async () => {
			s3.close();
			await shut(server);
			await rm(folder, { recursive: true, force: true });
		},
	};
}
