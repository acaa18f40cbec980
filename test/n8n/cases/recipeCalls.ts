import { itemsOf, type Execution } from '../../../tools/host';
import { flow, node } from '../../../tools/beds/flows';
import type { RecipeBed } from '../../../tools/beds/recipeBed';

const type = 'videoClippingApi';

/** A call with n8n's own node and the credential of this package, as docs/publish.md says, or as it says not to. */
const callOf = (url: string, followRedirects: boolean) =>
	node('Call', 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.2,
		onError: 'continueRegularOutput',
		parameters: {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: type,
			options: { redirect: { redirect: { followRedirects } } },
		},
	});

/** Calls of the service that the package does not have. */
export function ownCallCases(bed: RecipeBed): void {
	const called = async (url: string, allowed: object, followRedirects = false): Promise<Execution> => {
		const { baseUrl, apiKey, headerName } = bed.simulator;
		const data = { baseUrl, apiKey, headerName, ...allowed };
		const { id, name } = await bed.client.createCredential({ name: 'For own calls', type, data });
		const call = { ...callOf(url, followRedirects), credentials: { [type]: { id, name } } };
		const nodes = [node('Start', 'n8n-nodes-base.manualTrigger'), call];
		const saved = await bed.client.createWorkflow(flow('Calls of our own', nodes));
		return await bed.client.waitForExecution((await bed.client.runWorkflow(saved.id, 'Start')) ?? '');
	};
	const only = (url: string) => ({
		allowedHttpRequestDomains: 'domains',
		allowedDomains: new URL(url).hostname,
	});
	/** The calls since then that came with the key. */
	const keysSeen = (before: number): string[] =>
		bed.recorder.calls
			.slice(before)
			.filter(({ headers }) => JSON.stringify(headers).includes(bed.simulator.apiKey))
			.map(({ url }) => url.hostname);
	const here = 'https://files.example.com/here';
	const elsewhere = 'https://graph.facebook.com/elsewhere';

	it('HTTP Request takes the credential, and with allowed domains gives the key to no other host', async () => {
		const { baseUrl } = bed.simulator;
		const projectId = await bed.submit('https://www.youtube.com/watch?v=own-call');
		bed.simulator.finish(projectId);
		const before = bed.recorder.calls.length;
		const ours = await called(`${baseUrl}/open-api/v1/project/query/${projectId}`, only(baseUrl));
		expect(itemsOf(ours, 'Call')[0]?.json).toMatchObject({ code: 2000, creditsUsed: 31 });
		const other = await called(elsewhere, only(baseUrl));
		expect(JSON.stringify(itemsOf(other, 'Call')[0]?.json.error)).toMatch(/domain/i);
		expect(bed.recorder.calls).toHaveLength(before);
	});

	it.each([
		[
			'repeats the key to where the service redirects to',
			{},
			true,
			['files.example.com', 'graph.facebook.com'],
		],
		['does not when it follows no redirect', {}, false, ['files.example.com']],
		['does not with allowed domains', only(here), true, ['files.example.com']],
	])('HTTP Request %s', async (_name, allowed, followRedirects, hosts) => {
		const before = bed.recorder.calls.length;
		bed.playOnce('files.example.com', { status: 302, headers: { location: elsewhere } });
		await called(here, allowed, followRedirects);
		expect(keysSeen(before)).toEqual(hosts);
	});
}
