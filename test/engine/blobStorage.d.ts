/* eslint-disable import-x/no-unresolved -- the file is there, but not under this name once it runs */
/** Types of a part of n8n's package, which names it in a way that this project's settings of TypeScript do not follow. */
declare module '@n8n/blob-storage/object-store' {
	export { ObjectStoreService } from '@n8n/blob-storage/dist/object-store';
}
