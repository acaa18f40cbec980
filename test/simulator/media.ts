import { answerOf, type Answer } from './answer';
import type { Service } from './service';

/** A refusal in the manner of object stores. */
function storeError(status: number, code: string, message: string): Answer {
	const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`;
	return answerOf(status, 'application/xml', body);
}

/** The file behind a signed link, always as a whole. */
export function mediaAnswer(service: Service, fileName: string, query: URLSearchParams): Answer {
	const file = service.file(fileName);
	if (!file) return storeError(404, 'NoSuchKey', 'There is no such file.');
	const link = service.checkLink(fileName, query);
	if (link === 'forged') return storeError(403, 'SignatureDoesNotMatch', 'The signature is not valid.');
	if (link === 'expired') return storeError(403, 'AccessDenied', 'The link has expired.');
	return answerOf(200, 'video/mp4', service.fileBytes(file.clip));
}
