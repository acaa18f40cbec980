/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
/** Types of a part of n8n's package, which names it in a way that this project's settings of TypeScript do not follow. */
declare module '@n8n/blob-storage/object-store' {
	import type { S3ByteStore } from '@n8n/blob-storage';

	/** What the way to S3 is built upon. */
	export type ObjectStoreService = ConstructorParameters<typeof S3ByteStore>[0];
	export const ObjectStoreService: new () => ObjectStoreService;
}
