/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
/** The part of s3rver that is used here; the package has no types of its own. */
declare module 's3rver' {
	import type { RequestListener } from 'node:http';

	interface StoredObject {
		readonly key: string;
		readonly metadata: Readonly<Record<string, unknown>>;
	}

	class S3rver {
		constructor(options: {
			directory: string;
			silent: boolean;
			vhostBuckets: boolean;
			configureBuckets: ReadonlyArray<{ name: string }>;
		});
		readonly logger: { close(): void; readonly exceptions: { unhandle(): void } };
		readonly store: {
			listObjects(bucket: string, options: object): Promise<{ readonly objects: readonly StoredObject[] }>;
		};
		configureBuckets(): Promise<unknown>;
		/** The server as a function that answers one request. */
		callback(): RequestListener;
	}

	export = S3rver;
}
