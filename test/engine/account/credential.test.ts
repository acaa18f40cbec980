import { CHOOSE_CREDENTIAL } from '../../../nodes/Clip/problems/items';
import { accountIdOf, openCredential } from '../../../nodes/Clip/service/credential';
import { contextOf } from '../bench/harness';
import { credentialFor, submitOne, useBench } from '../bench/support';

describe('The credential', () => {
	const bench = useBench();
	const create = async (changes: Record<string, string>) =>
		await bench.clip(submitOne, { credentials: { ...credentialFor(bench.simulator()), ...changes } });

	// What it may hold besides, and how it is spelled, the test of the credential shows, and test/rules/service.
	it.each(['api.example.com', ''])(
		'is used for no host but its allowed domains: %j',
		async (allowedDomains) => {
			const { error, outcome } = await create({ allowedHttpRequestDomains: 'domains', allowedDomains });
			expect(outcome).toBe('authentication');
			expect(error?.message).toContain("'Allowed Domains'");
			expect(bench.simulator().requests).toEqual([]);
		},
	);

	it('that is missing is to be chosen, and nothing is sent', async () => {
		const { error } = await bench.clip(submitOne, { settings: { credentials: {} } });
		expect(error?.description).toContain(CHOOSE_CREDENTIAL);
		expect(bench.simulator().requests).toEqual([]);
	});

	it('is used for a host among its allowed domains', async () => {
		const { error } = await create({ allowedHttpRequestDomains: 'domains', allowedDomains: '127.0.0.1' });
		expect(error).toBeUndefined();
	});

	it('may have a base URL with the path of the interface behind it', async () => {
		await create({ baseUrl: `${bench.simulator().baseUrl}/open-api/v1 ` });
		expect(bench.simulator().requests[0]?.path).toBe('/service/open-api/v1/project/create');
	});

	it('is of the same account for each spelling of its address, and another for another key or path', async () => {
		const account = async (baseUrl: string, apiKey = 'k') => {
			const opened = await openCredential(
				{ context: contextOf({ baseUrl, apiKey, headerName: 'n' }), apiKeys: new Set() },
				0,
			);
			return 'accountId' in opened ? opened.accountId : '';
		};
		const same = [
			'https://API.example.com/s',
			'https://api.example.com:443/s/open-api/v1',
			'https://api.example.com:443/s//',
		];
		const own = await account('https://api.example.com/s');
		expect(own).toBe(accountIdOf('https://api.example.com/s', 'k'));
		for (const spelled of same) expect(await account(spelled)).toBe(own);
		for (const other of [
			account('https://api.example.com/S'),
			account('http://api.example.com/s'),
			account('api.example.com/s', 'K'),
		])
			expect(await other).not.toBe(own);
	});
});
