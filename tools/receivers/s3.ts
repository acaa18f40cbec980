/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { answerOf, type Answer } from '../simulator/answer';

/** Where the S3 server is. */
export const s3Path = '/s3';
/** The bucket that the examples upload to. */
const bucketPath = `${s3Path}/clips/`;
const xml = 'application/xml';

/** The account that may upload. */
export const account = {
	region: 'us-east-1',
	accessKeyId: 'LOCAL',
	secretAccessKey: 'LOCAL',
	forcePathStyle: true,
};

/** A file that the S3 server keeps. */
export interface StoredFile {
	readonly key: string;
	readonly contentType: string;
	/** Where anybody can get it. */
	readonly url: string;
	readonly bytes: Buffer;
}

/** As much of S3 as n8n's node needs to upload a file: one bucket, whose region it asks for first. Signatures are not checked. */
export class S3 {
	private readonly byPath = new Map<string, StoredFile>();

	constructor(private readonly origin: string) {}

	/** What it keeps. */
	get files(): readonly StoredFile[] {
		return [...this.byPath.values()];
	}

	/** Answers a request of n8n, or of somebody who looks at a file. */
	async answer(request: IncomingMessage): Promise<Answer> {
		const { method, headers, url = '' } = request;
		const { pathname } = new URL(`${this.origin}${url}`);
		const stored = this.byPath.get(pathname);
		if (method === 'GET' && stored !== undefined) return answerOf(200, stored.contentType, stored.bytes);
		if (headers.authorization?.includes(`Credential=${account.accessKeyId}/`) !== true) {
			return answerOf(403, xml, '<Error><Code>AccessDenied</Code></Error>');
		}
		if (method === 'PUT') {
			this.byPath.set(pathname, {
				key: decodeURIComponent(pathname.slice(bucketPath.length)),
				contentType: headers['content-type'] ?? '',
				url: `${this.origin}${pathname}`,
				bytes: await buffer(request),
			});
		}
		return answerOf(200, xml, '<LocationConstraint/>');
	}
}
