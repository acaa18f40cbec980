import type { Request } from 'express';

import { serverPage } from './answer';
import type { Answer } from './answer';
import type { Service } from './service';

/** A refusal in the manner of object stores. */
function storeError(status: number, code: string, message: string): Answer {
	const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`;
	return { status, headers: { 'Content-Type': 'application/xml' }, body: Buffer.from(body) };
}

/** The file behind a signed link, or the part of it that a Range header asks for. */
export function mediaAnswer(service: Service, request: Request): Answer {
	const { pathname, searchParams } = new URL(request.originalUrl, 'http://simulator');
	const file = service.fileAt(pathname);
	if (!file) return serverPage(404, 'Not Found');
	const link = service.checkLink(pathname, searchParams);
	if (link === 'forged') return storeError(403, 'SignatureDoesNotMatch', 'The signature is not valid.');
	if (link === 'expired') return storeError(403, 'AccessDenied', 'The link has expired.');

	const bytes = service.fileBytes(file.clip);
	const headers = { 'Content-Type': 'video/mp4', 'Accept-Ranges': 'bytes' };
	const ranges = request.method === 'GET' ? request.range(bytes.length) : undefined;
	if (ranges === -1)
		return {
			status: 416,
			headers: { ...headers, 'Content-Range': `bytes */${bytes.length}` },
			body: Buffer.alloc(0),
		};
	// Malformed, of another unit, or several ranges: the standard allows the whole file.
	if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1)
		return { status: 200, headers, body: bytes };
	const [{ start, end } = { start: 0, end: bytes.length - 1 }] = ranges;
	return {
		status: 206,
		headers: { ...headers, 'Content-Range': `bytes ${start}-${end}/${bytes.length}` },
		body: bytes.subarray(start, end + 1),
	};
}
