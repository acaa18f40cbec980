import { itemsOf } from '../../host';
import { flow, node } from '../flows';
import type { RecipeBed } from '../recipeBed';

/** Calls of the service that the package does not have, with n8n's own node and the credential. */
export function ownCallCases(bed: RecipeBed): void {
	const call = (name: string, url: string) =>
		node(name, 'n8n-nodes-base.httpRequest', {
			typeVersion: 4.2,
			onError: 'continueRegularOutput',
			parameters: {
				url,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'videoClippingApi',
				options: { redirect: { redirect: { followRedirects: false } } },
			},
			credentials: { videoClippingApi: { id: '', name: '' } },
		});

	it('HTTP Request takes the credential, and with allowed domains gives the key to no other host', async () => {
		const { baseUrl, apiKey, headerName } = bed.simulator;
		const projectId = await bed.submit('https://www.youtube.com/watch?v=own-call');
		bed.simulator.finish(projectId);
		const { hostname } = new URL(baseUrl);
		const { id, name, type } = await bed.client.createCredential({
			name: 'With allowed domains',
			type: 'videoClippingApi',
			data: { baseUrl, apiKey, headerName, allowedHttpRequestDomains: 'domains', allowedDomains: hostname },
		});
		const nodes = [
			node('Start', 'n8n-nodes-base.manualTrigger'),
			call('Ours', `${baseUrl}/open-api/v1/project/query/${projectId}`),
			call('Other', `https://graph.facebook.com/anything`),
		];
		const saved = await bed.client.createWorkflow({
			...flow('Calls of our own', nodes),
			nodes: nodes.map((one) =>
				'credentials' in one ? { ...one, credentials: { [type]: { id, name } } } : one,
			),
		});
		const before = bed.recorder.calls.length;
		const run = await bed.client.waitForExecution((await bed.client.runWorkflow(saved.id, 'Start')) ?? '');
		expect(itemsOf(run, 'Ours')[0]?.json).toMatchObject({ code: 2000, creditsUsed: 31 });
		expect(JSON.stringify(itemsOf(run, 'Other')[0]?.json.error)).toMatch(/domain/i);
		expect(bed.recorder.calls).toHaveLength(before);
	});
}
