/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import type { RequestListener } from 'node:http';
import S3rver from 's3rver';

/** The bucket that the examples upload to. */
export const bucket = 'clips';

/** The only account that s3rver knows. */
export const account = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** How n8n's credential "S3" is filled in for the S3 server here. */
export interface S3Account {
	readonly endpoint: string;
	readonly region: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly forcePathStyle: boolean;
}

/** A file that the S3 server keeps. */
export interface StoredFile {
	readonly key: string;
	readonly contentType: string;
	/** Bytes. */
	readonly size: number;
	/** Where anybody can get it. */
	readonly url: string;
}

/** An S3 server without a port of its own. */
export interface S3 {
	readonly handle: RequestListener;
	/** @param endpoint - the address at which {@link S3.handle} is mounted */
	storedFiles(endpoint: string): Promise<StoredFile[]>;
	close(): void;
}

/**
 * An S3 server with one bucket, which checks the signatures of requests.
 *
 * @param directory - where it keeps its files
 */
export async function openS3(directory: string): Promise<S3> {
	const server = new S3rver({
		directory,
		silent: true,
		vhostBuckets: false,
		configureBuckets: [{ name: bucket }],
	});
	await server.configureBuckets();
	return {
		handle: server.callback(),
		storedFiles: async (endpoint) => {
			const { objects } = await server.store.listObjects(bucket, {});
			return objects.map(({ key, metadata }) => ({
				key,
				contentType: String(metadata['content-type']),
				size: Number(metadata['content-length']),
				url: [endpoint, bucket, ...key.split('/').map(encodeURIComponent)].join('/'),
			}));
		},
		close: () => {
			server.logger.exceptions.unhandle();
			server.logger.close();
		},
	};
}
