import { parkedClip, flow, node } from '../../e2e/flows';
import type { SavedWorkflow, Workflow } from '../../host';
import type { Simulator } from '../../simulator';
import type { MeasuredN8n } from '../server/measured';
import { readPeer, withVideo } from '../server/peers';

/**
 * How a crowd of runs waits: parked by us, in a loop of built-in nodes that ends when the clips are
 * ready, or in one without an end, which does nothing but ask.
 */
export type Way = 'durable' | 'loop' | 'asker';

/** What the ways that are measured against are called in the tables. */
export const PEERS = {
	loop: 'HTTP Request, Wait, IF: a loop that pauses',
	inProcess: 'Keep It Running',
	asker: 'executions that n8n resumes as often, and that send one HTTP Request each time',
} as const;

/** What {@link publishNested} is called in the tables. */
export const NESTED = "n8n's own part: Execute Workflow in Execute Workflow, and Wait in that";

/**
 * Publishes what three executions take that do nothing but wait, one for the other: the least that a run can take which another
 * execution asks for, and a third one looks after.
 *
 * @param path - of the webhook that starts it
 */
export async function publishNested(n8n: MeasuredN8n, path: string): Promise<SavedWorkflow> {
	const called = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', {
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	});
	const call = ({ id }: SavedWorkflow) =>
		node('Call', 'n8n-nodes-base.executeWorkflow', {
			typeVersion: 1.2,
			parameters: { workflowId: { __rl: true, mode: 'id', value: id }, options: {} },
		});
	const wait = node('Wait', 'n8n-nodes-base.wait', {
		typeVersion: 1.1,
		parameters: { amount: 120 },
		webhookId: `${path}-wait`,
	});
	const inner = await n8n.publish(flow('Waits', [called, wait]));
	const middle = await n8n.publish(flow('Calls what waits', [called, call(inner)]));
	return await n8n.publish(flow('Calls what calls what waits', [startAt(path), call(middle)]));
}

/** Lets n8n make its expression engine only for those executions that have an expression. */
export const LAZILY = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

/** The webhook that starts a run, with what is in its call. */
export const startAt = (path: string) =>
	node('Start', 'n8n-nodes-base.webhook', {
		typeVersion: 2.1,
		parameters: { path, httpMethod: 'POST', options: {} },
		webhookId: path,
	});

const videoUrl = '{{ $json.body.videoUrl }}';

/**
 * A workflow that waits.
 *
 * @param path - of the webhook that starts it
 * @param seconds - how long the peers pause
 */
export function waitingIn(way: Way, simulator: Simulator, path: string, seconds = 66): Workflow {
	const start = startAt(path);
	if (way === 'loop' || way === 'asker') {
		const read = readPeer(way === 'loop' ? 'loop-parked.json' : 'asks-only.json', simulator, {
			...withVideo(videoUrl),
			'"amount":66': `"amount":${seconds}`,
		});
		const nodes = read.nodes.map((each) => (each.name === 'Start' ? start : each));
		return { ...read, nodes };
	}
	const create = parkedClip('Create', {
		operation: 'create',
		videoUrl: `=${videoUrl}`,
		// The loop submits as fast as it is started.
		submissionOptions: { submissionsPerMinute: 600 },
	});
	const nodes = [start, create, node('After', 'n8n-nodes-base.noOp')];
	return flow('Wait for one video', nodes);
}

/** Starts a run of a workflow by its webhook. */
export async function startByWebhook({ webhookUrl }: MeasuredN8n, path: string, body: object): Promise<void> {
	const answer = await fetch(`${webhookUrl}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	await answer.arrayBuffer();
	if (!answer.ok) throw new TypeError(`The webhook ${path} answered ${answer.status}.`);
}
