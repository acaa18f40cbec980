import { account, chosen, fileName, filled, oauth, token, videoId, type PublishNode } from './node';

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

/** The rows of stores, with what the page says to enter. */
export const stores: readonly PublishNode[] = [
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
];
