import type { Call, Reply } from '../../receivers';
import { token } from './nodes';

/** The hosts of the nodes that are not those of the examples. */
export const publishHosts = [
	'graph-video.facebook.com',
	'discord.com',
	'slack.com',
	'files.slack.com',
	'graph.microsoft.com',
	'api.dropboxapi.com',
	'content.dropboxapi.com',
	'cloud.example.com',
	'clips.s3.us-east-1.amazonaws.com',
	's3.example.com',
	'storage.googleapis.com',
	'files.example.com',
	'api.airtable.com',
	'sheets.googleapis.com',
];

const xml = (text: string): Reply => ({
	headers: { 'content-type': 'application/xml' },
	text: `<?xml version="1.0" encoding="UTF-8"?>${text}`,
});

/** What two stores answer that have the interface of Amazon's. */
function s3Reply({ method, url }: Call): Reply {
	if (url.searchParams.has('location'))
		return xml('<LocationConstraint xmlns="of-s3">us-east-1</LocationConstraint>');
	if (url.searchParams.has('uploads')) {
		return xml('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>');
	}
	if (method === 'GET') {
		return xml('<ListPartsResult><Part><PartNumber>1</PartNumber><ETag>"1"</ETag></Part></ListPartsResult>');
	}
	return xml('<CompleteMultipartUploadResult><Key>it</Key></CompleteMultipartUploadResult>');
}

/** What a store answers that takes a file piece by piece at an address that it gives. */
function piecewiseReply({ method, url, headers }: Call): Reply {
	if (method !== 'PUT') return { headers: { location: `${url.origin}${url.pathname}?upload_id=one` } };
	const [, last, size] = /-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
	return Number(last) + 1 === Number(size) ? { json: { id: 'one' } } : { status: 308 };
}

/** What they answer to a call, as far as their nodes look at it; nothing where others answer. */
export function publishReply(call: Call): Reply | undefined {
	const { method, url, headers } = call;
	const isDrive = url.hostname === 'www.googleapis.com' && url.pathname.includes('/drive/');
	if (!isDrive && !publishHosts.includes(url.hostname)) return undefined;
	if (url.hostname.includes('s3')) return s3Reply(call);
	if (isDrive) return method === 'PATCH' ? { json: { id: 'one' } } : piecewiseReply(call);
	switch (url.hostname) {
		case 'storage.googleapis.com':
			return piecewiseReply(call);
		case 'api.dropboxapi.com':
			return { json: { root_info: { root_namespace_id: '1' } } };
		case 'slack.com': {
			if (headers.authorization !== `Bearer ${token}`) return { json: { ok: false, error: 'invalid_auth' } };
			const address = { upload_url: 'https://files.slack.com/upload/one', file_id: 'one' };
			return { json: { ok: true, files: [{ id: 'one' }], ...address } };
		}
		case 'sheets.googleapis.com':
			return url.pathname.includes('/values/') && method === 'GET'
				? { json: { values: [['title', 'videoId', 'projectId', 'relatedTopics', 'viralScore']] } }
				: {
						json: {
							properties: { title: 'Clips' },
							sheets: [
								{
									properties: { sheetId: 0, title: 'Clips', gridProperties: { rowCount: 9, columnCount: 9 } },
								},
							],
						},
					};
		case 'cloud.example.com':
			return { status: 201, text: '' };
		default:
			return { json: { ok: true, id: 'one' } };
	}
}
