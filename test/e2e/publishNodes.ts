import type { NewCredential, WorkflowNode } from '../host';
import type { Call, Reply } from '../receivers';
import { node } from './flows';

/** What the accounts of the nodes below are known by. */
const token = 'token-of-another-account';

/** A node that n8n brings, filled in as the page on publishing says. */
export interface PublishNode {
	/** As its row on the page is called. */
	readonly row: string;
	readonly node: WorkflowNode;
	readonly account?: NewCredential;
	/** Where the file goes. */
	readonly host: string;
	/** Where its name, or what else was entered, must stand: in the address or in the text of some call. */
	readonly name: (clip: Record<string, unknown>) => string;
	/** What it gives of a clip that failed, where On Error is Continue (using error output). */
	readonly failure: 'with the clip' | 'error only' | 'by the success output';
}

const oauth = (name: string, type: string): NewCredential => ({
	name,
	type,
	data: { clientId: 'an app', clientSecret: 'its secret', oauthTokenData: { access_token: token } },
});
const account = (name: string, type: string, data: Record<string, unknown>): NewCredential => ({
	name,
	type,
	data,
});

const filled = (
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
	{ type: credential }: { type?: string } = {},
): WorkflowNode =>
	node('Upload', `n8n-nodes-base.${type}`, {
		typeVersion,
		parameters,
		...(credential === undefined ? {} : { credentials: { [credential]: { id: '', name: '' } } }),
	});

const fileName = ({ fileName: name }: Record<string, unknown>) => String(name);
const videoId = ({ videoId: id }: Record<string, unknown>) => String(id);

const slack = account('Slack', 'slackApi', { accessToken: token });
const discord = account('Discord', 'discordWebhookApi', {
	webhookUri: `https://discord.com/api/webhooks/1/${token}`,
});
const drive = oauth('Drive', 'googleDriveOAuth2Api');
const oneDrive = oauth('OneDrive', 'microsoftOneDriveOAuth2Api');
const cloudStorage = oauth('Cloud Storage', 'googleCloudStorageOAuth2Api');
const dropbox = account('Dropbox', 'dropboxApi', { accessToken: token, accessType: 'full' });
const nextcloud = account('Nextcloud', 'nextCloudApi', {
	webDavUrl: 'https://cloud.example.com/remote.php/webdav',
	user: 'me',
	password: token,
});
const aws = account('AWS', 'aws', { region: 'us-east-1', accessKeyId: 'MINE', secretAccessKey: token });
const s3 = account('S3', 's3', {
	endpoint: 'https://s3.example.com',
	region: 'us-east-1',
	accessKeyId: 'MINE',
	secretAccessKey: token,
	forcePathStyle: true,
});
const list = (value: string) => ({ __rl: true, mode: 'id', value });

/** The rows of the page that hand a file to a node of n8n, with what the page says to enter. */
export const publishNodes: readonly PublishNode[] = [
	{
		row: 'YouTube',
		host: 'www.googleapis.com',
		node: filled(
			'youTube',
			1,
			{
				resource: 'video',
				operation: 'upload',
				title: "={{ $json.title.replace(/[<>]/g, '').slice(0, 100).replace(/[\\ud800-\\udbff]$/, '') }}",
				regionCode: 'US',
				categoryId: '22',
				options: {},
			},
			{ type: 'youTubeOAuth2Api' },
		),
		name: () => '"categoryId":"22"',
		failure: 'with the clip',
	},
	{
		row: 'Facebook Graph API',
		host: 'graph-video.facebook.com',
		node: filled(
			'facebookGraphApi',
			1,
			{
				hostUrl: 'graph-video.facebook.com',
				httpRequestMethod: 'POST',
				graphApiVersion: 'v23.0',
				node: '1789',
				edge: 'videos',
				sendBinaryData: true,
				binaryPropertyName: 'source:data',
				options: {},
			},
			{ type: 'facebookGraphApi' },
		),
		name: () => 'name="source"',
		failure: 'error only',
	},
	{
		row: 'Telegram, Message: Send Video',
		host: 'api.telegram.org',
		node: filled(
			'telegram',
			1.2,
			{
				operation: 'sendVideo',
				chatId: '123456789',
				binaryData: true,
				binaryPropertyName: 'data',
				additionalFields: {},
			},
			{ type: 'telegramApi' },
		),
		name: () => 'name="video"',
		failure: 'with the clip',
	},
	{
		row: 'Discord',
		host: 'discord.com',
		account: discord,
		node: filled(
			'discord',
			2,
			{
				authentication: 'webhook',
				operation: 'sendLegacy',
				content: '={{ $json.title }}',
				options: {},
				files: { values: [{ inputFieldName: 'data' }] },
			},
			discord,
		),
		name: ({ title }) => String(title),
		failure: 'by the success output',
	},
	{
		row: 'Slack',
		host: 'files.slack.com',
		account: slack,
		node: filled(
			'slack',
			2.3,
			{ resource: 'file', binaryPropertyName: 'data', options: { channelId: 'C123' } },
			slack,
		),
		name: fileName,
		failure: 'error only',
	},
	{
		row: 'Google Drive',
		host: 'www.googleapis.com',
		account: drive,
		node: filled(
			'googleDrive',
			3,
			{
				authentication: 'oAuth2',
				inputDataFieldName: 'data',
				name: '={{ $json.fileName }}',
				driveId: list('My Drive'),
				folderId: list('root'),
				options: {},
			},
			drive,
		),
		name: fileName,
		failure: 'error only',
	},
	{
		row: 'OneDrive',
		host: 'graph.microsoft.com',
		account: oneDrive,
		node: filled(
			'microsoftOneDrive',
			1.1,
			{
				operation: 'upload',
				parentId: 'folder-1',
				binaryData: true,
				binaryPropertyName: 'data',
			},
			oneDrive,
		),
		name: fileName,
		failure: 'error only',
	},
	{
		row: 'Dropbox',
		host: 'content.dropboxapi.com',
		account: dropbox,
		node: filled(
			'dropbox',
			1,
			{
				operation: 'upload',
				path: '=/clips/{{ $json.fileName }}',
				binaryData: true,
				binaryPropertyName: 'data',
			},
			dropbox,
		),
		name: (clip) => `/clips/${fileName(clip)}`,
		failure: 'error only',
	},
	{
		row: 'Nextcloud',
		host: 'cloud.example.com',
		account: nextcloud,
		node: filled(
			'nextCloud',
			1,
			{
				operation: 'upload',
				path: '=/clips/{{ $json.videoId }}.mp4',
				binaryDataUpload: true,
				binaryPropertyName: 'data',
			},
			nextcloud,
		),
		name: (clip) => `/clips/${videoId(clip)}.mp4`,
		failure: 'error only',
	},
	{
		row: 'AWS S3',
		host: 'clips.s3.us-east-1.amazonaws.com',
		account: aws,
		node: filled(
			'awsS3',
			2,
			{
				operation: 'upload',
				bucketName: 'clips',
				fileName: '={{ $json.videoId }}.mp4',
				binaryPropertyName: 'data',
				additionalFields: {},
			},
			aws,
		),
		name: (clip) => `/${videoId(clip)}.mp4`,
		failure: 'with the clip',
	},
	{
		row: 'S3',
		host: 's3.example.com',
		account: s3,
		node: filled(
			's3',
			1,
			{
				operation: 'upload',
				bucketName: 'clips',
				fileName: '={{ $json.fileName }}',
				additionalFields: {},
			},
			s3,
		),
		name: fileName,
		failure: 'with the clip',
	},
	{
		row: 'Google Cloud Storage',
		host: 'storage.googleapis.com',
		account: cloudStorage,
		node: filled(
			'googleCloudStorage',
			1.1,
			{
				authentication: 'oAuth2',
				resource: 'object',
				operation: 'create',
				bucketName: 'clips',
				objectName: '={{ $json.fileName }}',
				createFromBinary: true,
				createBinaryPropertyName: 'data',
				createData: {},
				createQuery: {},
				encryptionHeaders: {},
				requestOptions: {},
			},
			cloudStorage,
		),
		name: fileName,
		failure: 'with the clip',
	},
	{
		row: 'HTTP Request, Form-Data',
		host: 'files.example.com',
		node: filled('httpRequest', 4.2, {
			method: 'POST',
			url: 'https://files.example.com/form',
			sendBody: true,
			contentType: 'multipart-form-data',
			bodyParameters: {
				parameters: [{ parameterType: 'formBinaryData', name: 'video', inputDataFieldName: 'data' }],
			},
			options: {},
		}),
		name: fileName,
		failure: 'with the clip',
	},
	{
		row: 'HTTP Request, n8n Binary File',
		host: 'files.example.com',
		node: filled('httpRequest', 4.2, {
			method: 'PUT',
			url: '=https://files.example.com/{{ $json.videoId }}',
			sendBody: true,
			contentType: 'binaryData',
			inputDataFieldName: 'data',
			options: {},
		}),
		name: videoId,
		failure: 'with the clip',
	},
];

/** The hosts of the nodes above that are not those of the examples. */
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

/** What the platforms of the nodes above answer to a call, as far as their nodes look at it; nothing where others answer. */
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
		default:
			return { json: { ok: true, id: 'one' } };
	}
}
