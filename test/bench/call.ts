/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { clipTrigger, flow, node } from '../e2e/flows';
import { fetchOnce, until, type SavedWorkflow, type Workflow } from '../host';
import { type Benchmark, type Figure, summarize } from './figure';
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
		const peer = (path: string, typeVersion: number): Workflow =>
			flow(path, [{ ...startAt(path), typeVersion }, request('Query', { url: query }), after]);
		const ways = [
			{ path: 'clip-call/webhook', workflow: await n8n.publish(ours) },
			{ path: 'webhook-call', workflow: await n8n.publish(peer('webhook-call', 2.1)) },
			{ path: 'old-webhook-call', workflow: await n8n.publish(peer('old-webhook-call', 1)) },
		] as const;
		const taken: [number[], number[], number[]] = [[], [], []];
		// The first round only warms up.
		for (let round = 0; round <= rounds; round += 1) {
			for (const [index, { path, workflow }] of ways.entries()) {
				const time = await lasted(n8n, workflow, path, projectId);
				if (round > 0) taken[index]?.push(time);
			}
			if (round % 5 === 0) tell(`round ${round} of ${rounds}`);
		}
		const [mine, theirs, old] = taken;
		const figure = (beside: string, name: string, sample: number[], note: string): Figure => ({
			name: `From a call of the service to the next node${beside}`,
			unit: 'ms',
			ours: summarize(...mine),
			peer: { name, ...summarize(...sample) },
			goal: { atMost: 1.1, of: 'ratio' },
			note: `both ask the service for the project of the call; ${note}`,
		});
		const figures = [
			figure(
				'',
				'Webhook, HTTP Request',
				theirs,
				'for its current Webhook node alone, n8n takes no engine for expressions when a call comes, and so need not make a second one for the execution',
			),
			figure(
				', without its short cut',
				'Webhook (version 1), HTTP Request',
				old,
				'this Webhook node has no such short cut',
			),
		];
		return [{ node: n8n.node, figures }];
	});
