import type {
	IAuthenticateRuleResponseSuccessBody,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { isInOwnNetwork, parseLink } from '../nodes/Clip/lib/link';
import { cleaned, holdsUnseen } from '../nodes/Clip/lib/text';

/** What errors, too, say of an address that is none of the service. */
export const NOT_THE_SERVICE = {
	title: 'This address does not answer like the video clipping service',
	todo: "Check 'Base URL': it is the part of the address before /open-api.",
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

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_\x60|~-]+$/;

/** What a copied command holds beside its address. */
const OF_COMMAND = /[\s"'\x60\u2018-\u201f]/;

/** What stands behind the base in the address of a call: people copy whole ones. A long row of slashes takes no quadratic time. */
const BEHIND_BASE = /^(https?:\/\/[^/].*?)(?<!\/)\/+(?:open-api(?:\/.*)?)?$/i;

/** A field of the credential as it was meant. An expression gives a key of digits as a number. */
export const meant = (stored: unknown): string =>
	typeof stored === 'string' ? cleaned(stored) : Number.isSafeInteger(stored) ? String(stored) : '';

/** The base of the addresses of all calls. */
export const baseOf = (stored: unknown): string => withScheme(meant(stored)).replace(BEHIND_BASE, '$1');

/** Adds the scheme that people leave out. In a network of one's own, nobody can tell which one it is. */
function withScheme(address: string): string {
	const full = `https://${address.replace(/^\/+/, '')}`;
	const url = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? null : parseLink(full);
	return url === null || isInOwnNetwork(url) ? address : full;
}

/** Why a credential cannot be used. */
export interface Complaint {
	/** A part of a title. */
	what: string;
	/** What to do, as sentences; may be empty. */
	todo: string;
}

/**
 * Why a credential cannot be sent. It quotes nothing: whatever stands in a wrong field may be the key.
 *
 * @returns null when it can
 */
export function complaintAbout(credential: ICredentialDataDecryptedObject): Complaint | null {
	const address = meant(credential.baseUrl);
	const url = parseLink(baseOf(address));
	const key = meant(credential.apiKey);
	const name = meant(credential.headerName);
	const complaint = (what: string, todo = ''): Complaint => ({ what, todo });
	if (address === '') return complaint("'Base URL' is empty");
	if (OF_COMMAND.test(address)) {
		const todo = 'Enter the address only, not the whole command: it holds your key.';
		return complaint("'Base URL' holds more than an address", todo);
	}
	if (holdsUnseen(address))
		return complaint("'Base URL' holds characters that no address may hold", COPY_AGAIN);
	if (url === null) return complaint("'Base URL' must be an address with http:// or https://");
	if (`${url.username}${url.password}${url.search}${url.hash}` !== '') {
		return complaint("'Base URL' must hold a host and a path only");
	}
	if (key === '') return complaint("'API Key' is empty");
	if (!HEADER_VALUE.test(key))
		return complaint("'API Key' holds characters that no header may hold", COPY_AGAIN);
	if (name === '') return complaint("'Header Name' is empty");
	return HEADER_NAME.test(name) ? null : complaint("'Header Name' is not the name of an HTTP header");
}

const COPY_AGAIN = 'Copy it again.';

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
			description: 'The address of the service, without /open-api and what follows it',
			hint: 'The part of the address before /open-api in the API documentation of your service',
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
			hint: 'From Workspace Settings > API > Generate API Key. Your service is the right one if it has this, and addresses with /open-api/v1/project in its API documentation.',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			required: true,
			default: 'SERVICEAI_API_KEY',
			description: 'The HTTP header that carries the key. Its name contains the brand of the service.',
			hint: 'Overwrite this with the word before the key in the API documentation',
		},
	];

	/**
	 * Adds the key, and mends the address in the test of the credential. In code, not as n8n's generic rule: the name of the header is a
	 * setting, and n8n would evaluate two expressions for each call, which takes a third of the time that the call takes.
	 *
	 * @throws Error for a credential that cannot be sent as it is
	 */
	async authenticate(
		credential: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const complaint = complaintAbout(credential);
		if (complaint !== null) throw new Error(`${complaint.what}. ${complaint.todo}`.trim());
		const { baseUrl, headerName, apiKey } = credential;
		const headers = { ...requestOptions.headers, [meant(headerName)]: meant(apiKey) };
		// Calls have their whole address already.
		const baseURL = requestOptions.baseURL === undefined ? {} : { baseURL: baseOf(baseUrl) };
		return await Promise.resolve({ ...requestOptions, ...baseURL, headers });
	}

	/**
	 * Asks for a project that cannot exist, which costs nothing. The service itself refuses that with a code; a wrong key
	 * gets 401, 403 or code 4001; anything without a code is not the service.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/open-api/v1/project/query/0',
			method: 'GET',
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: [...KEY_STATUSES, ...BUSY_STATUSES] },
		},
		// n8n's type wants rules of one kind; its tester reads each rule by its own kind.
		rules: [...statusRules, ...bodyRules] as IAuthenticateRuleResponseSuccessBody[],
	};
}
