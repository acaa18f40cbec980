import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n stores: bytes or a stream of them. */
type Storable = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** What n8n gives for `encoding: 'stream'`: a Readable of Node.js, whose module nodes may not import. */
export type ByteStream = AsyncIterable<unknown> & {
	constructor: { from(pieces: AsyncIterable<Buffer>): Storable };
	destroy(): unknown;
	on(event: 'error', listener: () => void): unknown;
};

export const isByteStream = (body: unknown): body is ByteStream =>
	typeof body === 'object' &&
	body !== null &&
	Symbol.asyncIterator in body &&
	'destroy' in body &&
	'on' in body &&
	'from' in body.constructor;
