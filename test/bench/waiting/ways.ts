import { parkedClip, flow, node } from '../../e2e/flows';
import type { SavedWorkflow, Workflow, WorkflowNode } from '../../host';
import type { Simulator } from '../../simulator';
import type { MeasuredN8n } from '../server/measured';
import { readPeer, withVideo } from '../server/peers';

/**
 * How a crowd of runs waits: parked by us, in a loop of built-in nodes that ends when the clips are ready, in one without an end,
 * which does nothing but ask, or for another run that waits for one of the last kind.
 */
export type Way = 'durable' | 'loop' | 'asker' | 'nested';

/** What the ways that are measured against are called in the tables. */
export const PEERS = {
	loop: 'HTTP Request, Wait, IF: a loop that pauses',
	asker: 'executions that n8n resumes as often, and that send one HTTP Request each time',
	nested: "n8n's own part: HTTP Request and Wait, called by Execute Workflow",
} as const;

/** The start of a workflow that another one calls. */
const called = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', {
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
});

/**
 * Publishes two workflows that wait, one for the other: the least that a run can take for which another execution asks.
 *
 * @param path - of the webhook that starts it
 * @param innermost - the one that does something; it begins as called
 */
async function publishNested(n8n: MeasuredN8n, path: string, innermost: Workflow): Promise<SavedWorkflow> {
	const call = ({ id }: SavedWorkflow) =>
		node('Call', 'n8n-nodes-base.executeWorkflow', {
			typeVersion: 1.2,
			parameters: { workflowId: { __rl: true, mode: 'id', value: id }, options: {} },
		});
	const inner = await n8n.publish(innermost);
	return await n8n.publish(flow('Calls what waits', [startAt(path), call(inner)]));
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

function readWaiting(file: string, simulator: Simulator, seconds: number, start: WorkflowNode): Workflow {
	const read = readPeer(file, simulator, { ...withVideo(videoUrl), '"amount":66': `"amount":${seconds}` });
	const nodes = read.nodes.map((each) => (each.name === 'Start' ? { ...start, name: 'Start' } : each));
	return { ...read, nodes };
}

/**
 * Publishes a workflow that waits.
 *
 * @param path - of the webhook that starts it
 * @param seconds - how long the peers pause
 */
export async function publishWaiting(
	n8n: MeasuredN8n,
	way: Way,
	simulator: Simulator,
	path: string,
	seconds = 66,
): Promise<SavedWorkflow> {
	const read = (file: string, start = startAt(path)) => readWaiting(file, simulator, seconds, start);
	if (way === 'nested') return await publishNested(n8n, path, read('asks-only.json', called));
	if (way !== 'durable') {
		return await n8n.publish(read(way === 'loop' ? 'loop-parked.json' : 'asks-only.json'));
	}
	const create = parkedClip('Create', {
		operation: 'create',
		videoUrl: `=${videoUrl}`,
		// The loop submits as fast as it is started.
		submissionOptions: { submissionsPerMinute: 600 },
	});
	const nodes = [startAt(path), create, node('After', 'n8n-nodes-base.noOp')];
	return await n8n.publish(flow('Wait for one video', nodes));
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
