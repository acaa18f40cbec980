import { CHOOSE_CREDENTIAL } from '../../../nodes/Clip/problems/items';
import { VideoClippingApi } from '../../../credentials/VideoClippingApi.credentials';
import { accountOf, openCredential } from '../../../nodes/Clip/service/credential';
import { contextOf } from '../bench/harness';
import { credentialFor, submitOne, useBench } from '../bench/support';

describe('The credential', () => {
	const bench = useBench();
	const create = async (changes: Record<string, string>) =>
		await bench.clip(submitOne, { credentials: { ...credentialFor(bench.simulator()), ...changes } });

	it.each(['/', '//', ' ', '\u200b', '/open-api', '/open-api/v1/project/create'])(
		'may have a base URL that ends in %j',
		async (end) => {
			const { error } = await create({ baseUrl: `${bench.simulator().baseUrl}${end}` });
			expect(error).toBeUndefined();
			expect(bench.simulator().requests[0]?.path).toBe('/service/open-api/v1/project/create');
		},
	);

	it.each([
		[{ baseUrl: '' }, 'Base URL'],
		[{ baseUrl: '127.0.0.1:4020/path' }, 'Base URL'],
		[{ baseUrl: 'https://me@api.example.com/service' }, 'Base URL'],
		[{ baseUrl: 'https://:word@api.example.com/service' }, 'Base URL'],
		[{ apiKey: ' ' }, 'API Key'],
		[{ apiKey: 'a\nb' }, 'API Key'],
		[{ apiKey: 'schlüssel' }, 'API Key'],
		[{ apiKey: 'a\u200bb' }, 'API Key'],
		[{ baseUrl: 'https://api.example.com/ser\u200bvice' }, 'Base URL'],
		[{ headerName: 'Key:\nHost' }, 'Header Name'],
		[{ allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example.com' }, 'Allowed Domains'],
		[{ allowedHttpRequestDomains: 'domains', allowedDomains: '' }, 'Allowed Domains'],
	])('is not used when it is %j', async (changes, field) => {
		const { error, outcome } = await create(changes);
		expect(outcome).toBe('authentication');
		expect(error?.message).toContain(`'${field}'`);
		expect(bench.simulator().requests).toEqual([]);
	});

	it('is not tested either with a key or a name that no header may hold', async () => {
		const own = { ...credentialFor(bench.simulator()), apiKey: 'a\tb' };
		const test = new VideoClippingApi().authenticate(own, { url: 'https://h.example' });
		await expect(test).rejects.toThrow(/^'API Key' /);
		const misnamed = { ...credentialFor(bench.simulator()), headerName: 'Key:' };
		const other = new VideoClippingApi().authenticate(misnamed, { url: 'https://h.example' });
		await expect(other).rejects.toThrow(/^'Header Name' /);
	});

	it('that is missing is to be chosen, and nothing is sent', async () => {
		const { error } = await bench.clip(submitOne, { settings: { credentials: {} } });
		expect(error?.description).toContain(CHOOSE_CREDENTIAL);
		expect(bench.simulator().requests).toEqual([]);
	});

	it('is used for a host among its allowed domains', async () => {
		const { error } = await create({ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' });
		expect(error).toBeUndefined();
	});

	it('is sent without what nobody sees around its fields', async () => {
		const { apiKey, headerName } = credentialFor(bench.simulator());
		const { error } = await create({ apiKey: `\u200b${apiKey}\u2060`, headerName: `${headerName}\u00ad ` });
		expect(error).toBeUndefined();
	});

	it('carries the key in the header that it names', async () => {
		const { outcome } = await create({ headerName: 'X-Another-Key' });
		expect(outcome).toBe('authentication');
		expect(bench.simulator().requests[0]?.headers).toMatchObject({
			'content-type': 'application/json',
			'x-another-key': expect.any(String),
		});
	});

	it('is of the same account for each spelling of its address, and another for another key or path', async () => {
		const account = async (baseUrl: string, apiKey = 'k') => {
			const opened = await openCredential(contextOf({ baseUrl, apiKey, headerName: 'n' }), 0);
			return 'accountId' in opened ? opened.accountId : '';
		};
		const same = [
			'API.example.com/s',
			'https://api.example.com:443/s/open-api/v1',
			'api.example.com:443/s//',
		];
		const own = await account('https://api.example.com/s');
		expect(own).toBe(accountOf('https://api.example.com/s', 'k'));
		for (const spelled of same) expect(await account(spelled)).toBe(own);
		for (const other of [
			account('https://api.example.com/S'),
			account('http://api.example.com/s'),
			account('api.example.com/s', 'K'),
		])
			expect(await other).not.toBe(own);
	});
});
