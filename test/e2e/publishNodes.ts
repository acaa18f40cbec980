import type { NewCredential, WorkflowNode } from '../host';
import type { Call, Reply } from '../receivers';
import { node } from './flows';

/** What the accounts of the nodes below are known by. */
const token = 'token-of-another-account';

/** Where a clip that failed leaves, where On Error is Continue (using error output), and what it is linked to. */
export type Failure =
	| 'with all of its fields'
	| 'linked, with its error only'
	| 'not linked, with its error only'
	| 'not linked, for both'
	| 'by the success output, with its error'
	| 'by the success output, like a good one'
	| 'by the success output, like a good one, and sends no other';

/** A node that clips are handed to, filled in as docs/publishing.md says. */
export interface PublishNode {
	/** As its row on the page begins. */
	readonly row: string;
	readonly node: WorkflowNode;
	readonly account?: NewCredential;
	/** Where the file goes. */
	readonly host: string;
	/** What must stand in the address or in the text of a call. */
	readonly entered: (clip: Record<string, unknown>) => string;
	readonly failure: Failure;
	/** The file, if nothing else is said. */
	readonly carries?: 'no file';
	/** Whether items behind it are linked to their clips; they are if nothing else is said. */
	readonly isLinked?: false;
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
const airtable = account('Airtable', 'airtableTokenApi', { accessToken: token });
const sheets = oauth('Sheets', 'googleSheetsOAuth2Api');
const chosen = (mode: 'list' | 'id', value: string) => ({ __rl: true, mode, value });

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
		entered: () => '"categoryId":"22"',
		failure: 'with all of its fields',
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
		entered: () => 'name="source"',
		failure: 'linked, with its error only',
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
		entered: () => 'name="video"',
		failure: 'with all of its fields',
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
		entered: ({ title }) => String(title),
		failure: 'by the success output, with its error',
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
		entered: fileName,
		failure: 'not linked, with its error only',
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
				entered: '={{ $json.fileName }}',
				driveId: chosen('list', 'My Drive'),
				folderId: chosen('list', 'root'),
				options: {},
			},
			drive,
		),
		entered: fileName,
		failure: 'not linked, with its error only',
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
		entered: fileName,
		failure: 'with all of its fields',
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
		entered: (clip) => `/clips/${fileName(clip)}`,
		failure: 'not linked, with its error only',
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
		entered: (clip) => `/clips/${videoId(clip)}.mp4`,
		failure: 'by the success output, like a good one',
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
		entered: (clip) => `/${videoId(clip)}.mp4`,
		failure: 'with all of its fields',
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
		entered: fileName,
		failure: 'with all of its fields',
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
		entered: fileName,
		failure: 'not linked, with its error only',
		isLinked: false,
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
		entered: fileName,
		failure: 'with all of its fields',
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
		entered: videoId,
		failure: 'with all of its fields',
	},
	{
		row: 'Telegram, Message: Send Message',
		host: 'api.telegram.org',
		node: filled(
			'telegram',
			1.2,
			{
				chatId: '123456789',
				text: '={{ $json.title }} _*[',
				additionalFields: { parse_mode: 'HTML', appendAttribution: false },
			},
			{ type: 'telegramApi' },
		),
		entered: () => '"parse_mode":"HTML"',
		failure: 'with all of its fields',
		carries: 'no file',
	},
	{
		row: 'Airtable',
		host: 'api.airtable.com',
		account: airtable,
		node: filled(
			'airtable',
			2.1,
			{
				operation: 'create',
				base: chosen('id', 'app1'),
				table: chosen('id', 'tbl1'),
				columns: {
					mappingMode: 'defineBelow',
					value: {
						Title: '={{ $json.title }}',
						File: '={{ [{ url: $json.videoUrl, filename: $json.fileName }] }}',
					},
					matchingColumns: [],
					schema: [
						{ id: 'Title', displayName: 'Title', type: 'string', display: true },
						{ id: 'File', displayName: 'File', type: 'array', display: true },
					],
				},
				options: {},
			},
			airtable,
		),
		entered: fileName,
		failure: 'not linked, with its error only',
		carries: 'no file',
	},
	{
		row: 'Google Sheets',
		host: 'sheets.googleapis.com',
		account: sheets,
		node: filled(
			'googleSheets',
			4.7,
			{
				authentication: 'oAuth2',
				operation: 'append',
				documentId: chosen('id', 'sheet-1'),
				sheetName: chosen('id', '0'),
				columns: { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] },
				options: { cellFormat: 'RAW' },
			},
			sheets,
		),
		entered: () => 'valueInputOption=RAW',
		failure: 'not linked, for both',
		carries: 'no file',
	},
	{
		row: 'Upload-Post',
		host: 'api.upload-post.com',
		node: {
			...filled(
				'x',
				1,
				{
					resource: 'uploads',
					operation: 'uploadVideo',
					user: '__manual_user__',
					userManual: 'my-profile',
					platform: ['youtube', 'tiktok'],
					title: '={{ $json.title }}',
					video: 'data',
					pollInterval: 1,
				},
				{ type: 'uploadPostApi' },
			),
			type: 'n8n-nodes-upload-post.uploadPost',
		},
		entered: fileName,
		failure: 'by the success output, like a good one, and sends no other',
	},
	{
		row: 'Blotato',
		host: 'backend.blotato.com',
		node: {
			...filled(
				'x',
				2,
				{
					resource: 'post',
					operation: 'create',
					platform: 'tiktok',
					accountId: chosen('list', '12345'),
					postContentText: '={{ $json.title }}',
					postContentMediaUrls: "={{ $json.videoUrl.replaceAll(',', '%2C') }}",
					postCreateTiktokOptionPrivacyLevel: 'SELF_ONLY',
					options: {},
				},
				{ type: 'blotatoApi' },
			),
			type: '@blotato/n8n-nodes-blotato.blotato',
		},
		entered: ({ videoUrl }) => String(videoUrl).split('?')[0] ?? '',
		failure: 'linked, with its error only',
		carries: 'no file',
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
