import { account, chosen, fileName, filled, oauth, token, type PublishNode } from './node';

const slack = account('Slack', 'slackApi', { accessToken: token });
const discord = account('Discord', 'discordWebhookApi', {
	webhookUri: `https://discord.com/api/webhooks/1/${token}`,
});
const airtable = account('Airtable', 'airtableTokenApi', { accessToken: token });
const sheets = oauth('Sheets', 'googleSheetsOAuth2Api');

/** The rows of platforms, chats, tables and publishing services, with what the page says to enter. */
export const platforms: readonly PublishNode[] = [
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
