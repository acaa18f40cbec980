import type {
	IAuthenticateRuleResponseSuccessBody,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { AROUND, cleaned, foundIn, UNSEEN, unseenIn } from '../nodes/Clip/lib/text';

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

/** What the name of an HTTP header may not hold. */
const NOT_IN_NAME = /[^A-Za-z0-9!#$%&'*+.^_\x60|~-]/u;

/**
 * What stands behind the base in the address of a call: people copy whole ones. It looks back, so that a long row of slashes or spaces
 * takes no quadratic time.
 */
const BEHIND_BASE = String.raw`^(https?:\/\/[^/][^]*?)(?<!\/|${UNSEEN})${UNSEEN}*\/+(?:open-api(?:\/[^]*)?)?$`;

/** A field of the credential as it was meant. An expression gives a key of digits as a number. */
export const meant = (stored: unknown): string =>
	typeof stored === 'string' ? cleaned(stored) : Number.isSafeInteger(stored) ? String(stored) : '';

/** The base of the addresses of all calls, as the test of the credential makes it, too. */
export const baseOf = (stored: unknown): string => meant(stored).replace(new RegExp(BEHIND_BASE, 'iu'), '$1');

/**
 * Why a credential cannot be sent. Of the key, it shows nothing but what nobody sees.
 *
 * @returns null when it can
 */
export function complaintAbout(credential: ICredentialDataDecryptedObject): string | null {
	const key = meant(credential.apiKey);
	const name = meant(credential.headerName);
	const inAddress = unseenIn(meant(credential.baseUrl));
	const inName = foundIn(name, NOT_IN_NAME);
	if (inAddress !== null) return `'Base URL' holds ${inAddress}, which is no part of an address`;
	if (key === '') return "'API Key' is empty";
	if (!HEADER_VALUE.test(key)) {
		const found = unseenIn(key.replaceAll(' ', '')) ?? 'a letter beyond ASCII';
		return `'API Key' holds characters that no HTTP header may hold, such as ${found}. Copy it from the service again`;
	}
	if (name === '') return "'Header Name' is empty";
	return inName === null ? null : `'Header Name' holds ${inName}, so it is not the name of an HTTP header`;
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
	 * @throws Error for a credential that cannot be sent as it is
	 */
	async authenticate(
		credential: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const complaint = complaintAbout(credential);
		if (complaint !== null) throw new Error(`${complaint}.`);
		const { headerName, apiKey } = credential;
		const headers = { ...requestOptions.headers, [meant(headerName)]: meant(apiKey) };
		return await Promise.resolve({ ...requestOptions, headers });
	}

	/**
	 * Asks for a project that cannot exist, which costs nothing. The service itself refuses that with a code; a wrong key
	 * gets 401, 403 or code 4001; anything without a code is not the service.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ $credentials.baseUrl.replace(/${AROUND}/gu, "").replace(/${BEHIND_BASE}/iu, "$1") }}`,
			url: '/open-api/v1/project/query/0',
			method: 'GET',
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: [...KEY_STATUSES, ...BUSY_STATUSES] },
		},
		// n8n's type wants rules of one kind; its tester reads each rule by its own kind.
		rules: [...statusRules, ...bodyRules] as IAuthenticateRuleResponseSuccessBody[],
	};
}
