import { VideoClippingApi } from '../../../credentials/VideoClippingApi.credentials';
import { type CredentialFault, textOfFault } from '../../../nodes/Clip/problems/credentialFaults';
import { baseUrlOf, credentialFaultOf } from '../../../nodes/Clip/service/rules/credentialFields';
import { accountIdOf, isAllowedDomain, sealAccount } from '../../../nodes/Clip/service/credential';
import { like } from '../given/matchers';
import { exists } from '../given/project';

it.each([
	['api.example.com', 'api.example.com', true],
	['API.example.com.', ' other.example , Api.Example.com. ', true],
	['a.b.example.com', '*.example.com', true],
	['example.com', '*.example.com', false],
	['evilexample.com', '*.example.com', false],
	['api.example.com.evil.example', 'api.example.com', false],
	['api.example.com', ' , ', false],
	['api.example.com', '*', false],
	['api.example.com', '\u200bapi.example.com\u2060', true],
])('The API key goes to %s where the allowed domains are %j: %s', (host, list, goes) => {
	expect(isAllowedDomain(host, list)).toBe(goes);
});

/** What n8n's test of the credential makes of an address. */
async function baseInTest(baseUrl: string): Promise<string | undefined> {
	const { baseURL } = new VideoClippingApi().test.request;
	expect(baseURL).toBe('={{ $credentials.baseUrl }}');
	const credential = { baseUrl, apiKey: 'k', headerName: 'n' };
	return (await new VideoClippingApi().authenticate(credential, { baseURL: baseUrl, url: '/a' })).baseURL;
}

describe('The base URL', () => {
	const base = 'https://api.example.com/service';

	it.each([
		...['', '/', '//', ' ', '\n', '\u200b', '/\ufeff', '/open-api', '/open-api/', '/open-api/v1'],
		...[
			'/open-api/v1/',
			'//open-api/v1',
			'/OPEN-API/v1\u200b',
			'/open-api/v1/project',
			'/open-api/v1/project/create',
		],
		...['/open-api/v1/project/query/20417733', '/open-api/v1/open-api/v1'],
	])('is the same with %j behind it, in a call as in the test of the credential', async (end) => {
		for (const entered of [`${base}${end}`, `\u200e ${base}${end}`]) {
			expect([baseUrlOf(entered), await baseInTest(entered)]).toEqual([base, base]);
		}
	});

	it.each([
		['https://open-api.example.com/service/', 'https://open-api.example.com/service'],
		['http://open-api:8080/service/open-api/v1', 'http://open-api:8080/service'],
		['http://open-api/service', 'http://open-api/service'],
		['https://h.example/open-apis', 'https://h.example/open-apis'],
		['https://h.example/open-api', 'https://h.example'],
		['https://h.example', 'https://h.example'],
		['HTTP://h.example', 'HTTP://h.example'],
	])('of %s is %s', async (entered, base) =>
		expect([baseUrlOf(entered), await baseInTest(entered)]).toEqual([base, base]),
	);
});

describe('The form of the credential', () => {
	const { properties, displayName, icon, documentationUrl } = new VideoClippingApi();
	const fields = Object.fromEntries(properties.map(({ name, ...field }) => [name, field]));

	it('asks for three things, and tells of each where it is found', () => {
		expect(displayName).toBe('Video Clipping API');
		const required = { type: 'string', required: true };
		expect(fields).toMatchObject({
			baseUrl: {
				...{ ...required, displayName: 'Base URL', default: '' },
				placeholder: 'e.g. https://api.example.com/service',
				hint: like(/^The part of the address before \/open-api/),
			},
			apiKey: {
				...{ ...required, displayName: 'API Key', default: '' },
				description: like(/\/open-api\/v1\/project.*paid plan/),
				hint: like(/Workspace Settings > API > Generate API Key$/),
			},
			headerName: {
				...{ ...required, displayName: 'Header Name', default: 'SERVICEAI_API_KEY' },
				description: like(/HTTP header that carries the key/),
				hint: like(/header name in the API documentation/),
			},
		});
	});

	it('shows the key to nobody', () => expect(fields.apiKey?.typeOptions).toEqual({ password: true }));

	it('has its pictures, and leads to the page of the manual on it', () => {
		expect(icon).toEqual({ light: like(/^file:/), dark: like(/^file:.*dark/) });
		for (const picture of typeof icon === 'string' ? [icon] : Object.values(icon))
			expect(exists(picture.replace('file:', 'credentials/'))).toBe(true);
		const [, page = 'none'] = /\/blob\/main\/(.+)$/.exec(documentationUrl) ?? [];
		expect(exists(page)).toBe(true);
	});
});

describe('A credential that cannot be sent', () => {
	const right = { baseUrl: 'https://h.example/service', apiKey: 'f3a9', headerName: 'SERVICE_KEY' };

	it('is told from one that can', () => expect(credentialFaultOf(right)).toBeNull());

	it.each<[changes: object, fault: CredentialFault, field: string]>([
		[{ baseUrl: ' ' }, 'addressEmpty', 'Base URL'],
		[{ baseUrl: 'https://h.example/ser\u200bvice' }, 'addressUnseen', 'Base URL'],
		[{ baseUrl: 'https://h.exam\u00adple/f3a9' }, 'addressUnseen', 'Base URL'],
		[{ baseUrl: 'https://h.example/my f3a9' }, 'addressIsCommand', 'Base URL'],
		[{ baseUrl: 'f3a9' }, 'addressNoLink', 'Base URL'],
		[{ baseUrl: 'https://f3a9@h.example' }, 'addressNotBare', 'Base URL'],
		[{ baseUrl: 'https://h.example/?key=f3a9' }, 'addressNotBare', 'Base URL'],
		[{ apiKey: '\u200b' }, 'keyEmpty', 'API Key'],
		[{ apiKey: true }, 'keyEmpty', 'API Key'],
		[{ apiKey: 1.5 }, 'keyEmpty', 'API Key'],
		[{ apiKey: 'f3\u2060a9' }, 'keyUnsendable', 'API Key'],
		[{ apiKey: 'f3 a9\nb' }, 'keyUnsendable', 'API Key'],
		[{ apiKey: 'schlüssel' }, 'keyUnsendable', 'API Key'],
		[{ headerName: ' ' }, 'headerEmpty', 'Header Name'],
		[{ headerName: 'SERVICE\u200b_KEY' }, 'headerUnsendable', 'Header Name'],
		[{ headerName: 'SERVICE_KEY: f3a9' }, 'headerUnsendable', 'Header Name'],
	] as const)(
		'is refused with its fault and the field, but not with what it holds: %j',
		(changes, fault, field) => {
			expect(credentialFaultOf({ ...right, ...changes })).toBe(fault);
			const said = Object.values(textOfFault(fault)).join();
			expect(said).toContain(`'${field}'`);
			expect(said).not.toMatch(/f3|schl/);
		},
	);

	it('tells a copied command from an address, whatever quote it has', () => {
		for (const baseUrl of ['curl h.example', "'h.example", 'h.example"', 'h.example\u201d', 'h.example`'])
			expect(credentialFaultOf({ ...right, baseUrl })).toBe('addressIsCommand');
	});
});

describe('An account', () => {
	it('is another one where people see it, the same throughout a process', () => {
		const own = accountIdOf('https://api.example.com/s', 'k');
		expect(sealAccount(own)).toBe(sealAccount(own));
		expect(sealAccount(own)).not.toBe(own);
		expect(sealAccount(accountIdOf('https://api.example.com/s', 'l'))).not.toBe(sealAccount(own));
	});
});
