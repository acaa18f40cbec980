import { type INode, type INodeTypes, Workflow } from 'n8n-workflow';
import { z } from 'zod/v3';
import { baseOf, complaintAbout, VideoClippingApi } from '../../../credentials/VideoClippingApi.credentials';
import { isAllowedDomain } from '../../../nodes/Clip/service/credential';
import { like } from '../given/matchers';
import { exists } from '../package/project';

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
function baseInTest(baseUrl: string): unknown {
	const { baseURL } = new VideoClippingApi().test.request;
	const type = { description: { properties: [] } };
	const nodeTypes = z.custom<INodeTypes>().parse({ getByName: () => type, getByNameAndVersion: () => type });
	const node: INode = { id: '1', name: 'A', type: 'a', typeVersion: 1, position: [0, 0], parameters: {} };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const data = { $credentials: { baseUrl } };
	return workflow.expression.getSimpleParameterValue(node, baseURL, 'internal', data);
}

describe('The base URL', () => {
	const base = 'https://api.example.com/service';

	it.each([
		...[
			'',
			'/',
			'//',
			' ',
			'\n',
			'\u200b',
			'\u00ad/\u2060',
			'/\ufeff',
			'/open-api',
			'/open-api/',
			'/open-api/v1',
		],
		...[
			'/open-api/v1/',
			'//open-api/v1',
			'/OPEN-API/v1\u200b',
			'/open-api/v1/project',
			'/open-api/v1/project/create',
		],
		...['/open-api/v1/project/query/20417733', '/open-api/v1/open-api/v1'],
	])('is the same with %j behind it, in a call as in the test of the credential', (end) => {
		for (const entered of [`${base}${end}`, `\u200e ${base}${end}`]) {
			expect([baseOf(entered), baseInTest(entered)]).toEqual([base, base]);
		}
	});

	it.each([
		['https://open-api.example.com/service/', 'https://open-api.example.com/service'],
		['http://open-api:8080/service/open-api/v1', 'http://open-api:8080/service'],
		['http://open-api/service', 'http://open-api/service'],
		['https://h.example/open-apis', 'https://h.example/open-apis'],
		['https://h.example/open-api', 'https://h.example'],
		['https://h.example', 'https://h.example'],
		['h.example/', 'h.example/'],
	])('of %s is %s', (entered, base) => expect([baseOf(entered), baseInTest(entered)]).toEqual([base, base]));
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
				description: like(/starting with https:\/\/: host and first path segment, without \/open-api$/),
				hint: like(
					/^Starts with https:\/\/: host and first path segment of the service, without \/open-api$/,
				),
			},
			apiKey: {
				...{ ...required, displayName: 'API Key', default: '' },
				description: like(/Workspace Settings, tab API, Generate API Key\. Requires a paid plan\.$/),
				hint: like(/Workspace Settings > API > Generate API Key$/),
			},
			headerName: {
				...{ ...required, displayName: 'Header Name', default: 'SERVICEAI_API_KEY' },
				description: like(/HTTP header that carries the key/),
				hint: like(/word before the key in the API documentation/),
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

	it('is told from one that can', () => expect(complaintAbout(right)).toBeNull());

	it.each([
		[
			{ baseUrl: 'https://h.example/ser\u200bvice' },
			"'Base URL' holds \\u200b, which is no part of an address",
		],
		[{ baseUrl: 'https://h.exam\u00adple/service' }, "'Base URL' holds \\u00ad"],
		[{ baseUrl: 'https://h.example/my service' }, "'Base URL' holds a space"],
		[{ apiKey: '\u200b' }, "'API Key' is empty"],
		[{ apiKey: true }, "'API Key' is empty"],
		[{ apiKey: 1.5 }, "'API Key' is empty"],
		[{ apiKey: 'f3\u2060a9' }, "'API Key' holds characters that no HTTP header may hold, such as \\u2060"],
		[{ apiKey: 'f3 a9\nb' }, "'API Key' holds characters that no HTTP header may hold, such as \\u000a"],
		[
			{ apiKey: 'schlüssel' },
			"'API Key' holds characters that no HTTP header may hold, such as a letter beyond",
		],
		[{ headerName: ' ' }, "'Header Name' is empty"],
		[
			{ headerName: 'SERVICE\u200b_KEY' },
			"'Header Name' holds \\u200b, so it is not the name of an HTTP header",
		],
		[{ headerName: 'SERVICE_KEY: f3a9' }, "'Header Name' holds :, so it is not the name of an HTTP header"],
	])('is refused with the field and what is wrong in it, but not with the key: %j', (changes, complaint) => {
		const said = complaintAbout({ ...right, ...changes });
		expect(said).toContain(complaint);
		expect(said).not.toMatch(/f3|schl/);
	});
});
