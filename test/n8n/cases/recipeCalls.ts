import { itemsOf, type Execution } from '../../../tools/host';
import { byHand, flow, node } from '../../../tools/beds/flows';
import type { RecipeBed } from '../../../tools/beds/recipeBed';

const type = 'videoClippingApi';

/** A call with n8n's own node and the credential of this package, as docs/publish.md says. */
const callOf = (url: string) =>
	node('Call', 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.2,
		onError: 'continueRegularOutput',
		parameters: {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: type,
			options: { redirect: { redirect: { followRedirects: false } } },
		},
	});

/** Calls of the service that the package does not have. */
export function ownCallCases(bed: RecipeBed): void {
	const called = async (url: string, allowed: object): Promise<Execution> => {
		const { baseUrl, apiKey, headerName } = bed.simulator;
		const data = { baseUrl, apiKey, headerName, ...allowed };
		const { id, name } = await bed.client.createCredential({ name: 'For own calls', type, data });
		const call = { ...callOf(url), credentials: { [type]: { id, name } } };
		const saved = await bed.client.createWorkflow(flow('Calls of our own', [byHand, call]));
		return await bed.client.waitForExecution((await bed.client.runWorkflow(saved.id, 'Start')) ?? '');
	};
	const only = (url: string) => ({
		allowedHttpRequestDomains: 'domains',
		allowedDomains: new URL(url).hostname,
	});
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
}
