import { setTimeout as pause } from 'node:timers/promises';
import { clipTrigger, flow, node } from '../e2e/flows';
import { fetchOnce, until, type SavedWorkflow, type Workflow } from '../host';
import { type Benchmark, summarize } from './figure';
import { type MeasuredN8n, withPlace } from './n8n';
import { request, startAt } from './waiting/ways';

const rounds = 25;

/** Milliseconds from a call to the start of the node behind what takes it. */
async function lasted(n8n: MeasuredN8n, workflow: SavedWorkflow, path: string, projectId: string) {
	const { client, n8n: server } = n8n.host;
	const known = (await client.listExecutions(workflow.id)).length;
	await pause(500);
	const began = Date.now();
	const answer = await fetchOnce(`${server.url}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ projectId }),
	});
	await answer.arrayBuffer();
	const ended = async () => {
		const all = await client.listExecutions(workflow.id);
		return all.length > known && all.every(({ status }) => status === 'success');
	};
	await until(ended, 200);
	const [newest] = await client.listExecutions(workflow.id);
	const after = (await client.getExecution(newest?.id ?? '')).nodes.After?.[0]?.startTime;
	if (after === undefined) throw new TypeError('Nothing came behind the trigger.');
	return after - began;
}

/** How long a call of the service takes to the next node, beside Webhook and HTTP Request, which ask for the project, too. */
export const call: Benchmark = async (tell) =>
	await withPlace({ processingSeconds: 0 }, async ({ simulator, open }) => {
		const n8n = await open();
		const create = await fetchOnce(`${simulator.baseUrl}/open-api/v1/project/create`, {
			method: 'POST',
			headers: { [simulator.headerName]: simulator.apiKey, 'content-type': 'application/json' },
			body: JSON.stringify({
				videoUrl: 'https://youtu.be/call',
				videoType: 2,
				preferLength: [0],
				lang: 'auto',
			}),
		});
		await create.arrayBuffer();
		const projectId = simulator.ledger[0]?.projectId ?? '';
		const after = node('After', 'n8n-nodes-base.noOp');
		const ours: Workflow = flow('Trigger', [clipTrigger('clip-call', { ignoreDuplicates: false }), after]);
		const query = `=${simulator.baseUrl}/open-api/v1/project/query/{{ $json.body.projectId }}`;
		const peer = flow('Webhook', [startAt('webhook-call'), request('Query', { url: query }), after]);
		const [mine, theirs] = [await n8n.publish(ours), await n8n.publish(peer)];
		const taken: [number[], number[]] = [[], []];
		// The first round only warms up.
		for (let round = 0; round <= rounds; round += 1) {
			const times = [
				await lasted(n8n, mine, 'clip-call/webhook', projectId),
				await lasted(n8n, theirs, 'webhook-call', projectId),
			] as const;
			if (round === 0) continue;
			taken[0].push(times[0]);
			taken[1].push(times[1]);
			if (round % 5 === 0) tell(`round ${round} of ${rounds}`);
		}
		const figure = {
			name: 'From a call of the service to the next node',
			unit: 'ms',
			ours: summarize(...taken[0]),
			peer: { name: 'Webhook, HTTP Request', ...summarize(...taken[1]) },
			goal: { atMost: 1.1, of: 'ratio' as const },
			note: 'both ask the service for the project of the call',
		};
		return [{ node: n8n.node, figures: [figure] }];
	});
