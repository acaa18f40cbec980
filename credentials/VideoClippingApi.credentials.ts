import type {
	IAuthenticateRuleResponseSuccessBody,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** What errors, too, say of an address that is none of the service. */
export const NOT_THE_SERVICE = {
	title: 'This address does not answer like the video clipping service',
	todo: "Check 'Base URL': it is the host and the first path segment, without /open-api.",
};
const WRONG_ADDRESS = `${NOT_THE_SERVICE.title}. ${NOT_THE_SERVICE.todo}`;
const WRONG_KEY =
	"The service rejected the key. Check 'API Key' and 'Header Name', and that your plan of the service is a paid one.";
const BUSY = 'The service is there, but cannot answer at the moment. Try again in a few minutes.';

/** Statuses that end the test before its body is looked at: gateways in front of the service send them. */
const KEY_STATUSES = [401, 403];
const BUSY_STATUSES = [429, 500, 502, 503, 504];

const statusRules = [
	...KEY_STATUSES.map((value) => ({ value, message: WRONG_KEY })),
	...BUSY_STATUSES.map((value) => ({ value, message: BUSY })),
].map((properties) => ({ type: 'responseCode' as const, properties }));

/** Each rule describes an answer that fails the test: with a code that means "wrong key", or without the service's code. */
const bodyRules = [
	{ key: 'code', value: 4001, message: WRONG_KEY },
	{ key: 'code', value: '4001', message: WRONG_KEY },
	{ key: 'code', value: undefined, message: WRONG_ADDRESS },
	// Other interfaces repeat the HTTP status in a field of that name; the service's own codes are none.
	...[400, 404, 405, 500].flatMap((value) => [
		{ key: 'code', value, message: WRONG_ADDRESS },
		{ key: 'code', value: String(value), message: WRONG_ADDRESS },
	]),
].map((properties) => ({ type: 'responseSuccessBody' as const, properties }));

/** What the value of an HTTP header may hold; Node.js and n8n change or drop the rest, or do not send it. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;

/** A field of the credential as it is sent: white space around it comes from copying. */
export const trimmed = (stored: unknown): string => (typeof stored === 'string' ? stored.trim() : '');

/**
 * Why a key cannot be sent.
 *
 * @returns null when it can
 */
export function complaintAboutKey(key: string): string | null {
	if (key === '') return "'API Key' is empty";
	return HEADER_VALUE.test(key)
		? null
		: "'API Key' holds characters that no HTTP header may hold, such as a line break or a letter beyond ASCII. Copy it from the service again";
}

/** The API key of a workspace of the video clipping service, and where the service lives (interface, Authentication). */
export class VideoClippingApi implements ICredentialType {
	name = 'videoClippingApi';

	displayName = 'Video Clipping API';

	icon: Icon = { light: 'file:videoClipping.svg', dark: 'file:videoClipping.dark.svg' };

	documentationUrl =
		'https://github.com/video-clipping/n8n-nodes-video-clipping/blob/main/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com/service',
			description:
				'The address of the service, starting with https://: host and first path segment, without /open-api',
			hint: 'Starts with https://: host and first path segment of the service, without /open-api',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'Generate it in the service: Workspace Settings, tab API, Generate API Key. Requires a paid plan.',
			hint: 'From the service: Workspace Settings > API > Generate API Key',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			required: true,
			default: 'SERVICEAI_API_KEY',
			description: 'The HTTP header that carries the key. Its name contains the brand of the service.',
			hint: 'The word before the key in the API documentation. It replaces the default.',
		},
	];

	/**
	 * Adds the key. In code, not as n8n's generic rule: the name of the header is a setting, and n8n would evaluate two
	 * expressions for each call, which takes a third of the time that the call takes.
	 *
	 * @throws Error for a key that cannot be sent as it is
	 */
	async authenticate(
		{ headerName, apiKey }: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const key = trimmed(apiKey);
		const complaint = complaintAboutKey(key);
		if (complaint !== null) throw new Error(`${complaint}.`);
		const headers = { ...requestOptions.headers, [trimmed(headerName)]: key };
		return await Promise.resolve({ ...requestOptions, headers });
	}

	/**
	 * Asks for a project that cannot exist, which costs nothing. The service itself refuses that with a code; a wrong key
	 * gets 401, 403 or code 4001; anything without a code is not the service.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/open-api/v1/project/query/0',
			method: 'GET',
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: [...KEY_STATUSES, ...BUSY_STATUSES] },
		},
		// n8n's type wants rules of one kind; its tester reads each rule by its own kind.
		rules: [...statusRules, ...bodyRules] as IAuthenticateRuleResponseSuccessBody[],
	};
}
