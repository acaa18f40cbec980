import { isJsonObject } from '../../nodes/Clip/lib/json';
import { type Workflow, type WorkflowNode, typePrefix } from '../host';

/** A node of any type: its parameters, and settings of the node itself, such as `onError`. */
export function node(
	name: string,
	type: string,
	{ parameters = {}, ...settings }: { parameters?: Record<string, unknown>; [setting: string]: unknown } = {},
): WorkflowNode {
	return { name, type, parameters, typeVersion: 1, position: [0, 0], ...settings };
}

/** A Clip node that waits as users let it by default: paused. */
export function pausingClip(name: string, parameters: Record<string, unknown>, settings = {}) {
	return node(name, `${typePrefix}clip`, { parameters, ...settings });
}

/** A Clip Trigger with its own webhook address. */
export function clipTrigger(webhookId: string, chosen: Record<string, unknown> = {}): WorkflowNode {
	const { event = 'ready', secret = '', ...options } = chosen;
	const parameters = { event, secret, options };
	return node('Clip Trigger', `${typePrefix}clipTrigger`, { parameters, webhookId });
}

/** The node that a person starts. */
export const byHand = node('Start', 'n8n-nodes-base.manualTrigger');

/** A webhook that starts an execution. */
export const webhook = (path: string, parameters: object = {}, name = 'Hook'): WorkflowNode =>
	node(name, 'n8n-nodes-base.webhook', {
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, options: {}, ...parameters },
	});

/** What another workflow calls, and the node that calls it, once with all items. */
export const called = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', {
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
});
export const callOf = (workflowId: string): WorkflowNode =>
	node('Call', 'n8n-nodes-base.executeWorkflow', {
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: workflowId }, options: {} },
	});

/** What an output of a node is connected to. */
export const to = (name: string) => [{ node: name, type: 'main', index: 0 }];

/** The node that a person starts, and nodes that give out the given items, the last of them under the given name. */
export function startWith(name: string, items: object[]): WorkflowNode[] {
	return [
		byHand,
		node(`${name} in one`, 'n8n-nodes-base.set', {
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} },
		}),
		node(name, 'n8n-nodes-base.splitOut', { parameters: { fieldToSplitOut: 'items', options: {} } }),
	];
}

/** An Edit Fields node that gives out just these fields. */
export function fields(name: string, values: Record<string, string>): WorkflowNode {
	const assignments = Object.entries(values).map(([field, value]) => ({
		id: field,
		name: field,
		value,
		type: 'string',
	}));
	return node(name, 'n8n-nodes-base.set', {
		typeVersion: 3.4,
		parameters: { assignments: { assignments }, options: {} },
	});
}

/** A workflow whose nodes follow one upon the other. */
export function flow(name: string, nodes: WorkflowNode[]): Workflow {
	const connections = nodes.slice(1).map((next, index) => {
		return [nodes[index]?.name ?? '', { main: [to(next.name)] }] as const;
	});
	return { name, nodes, connections: Object.fromEntries(connections) };
}

/**
 * A workflow whose submissions are not held back: the nodes keep to the pace of the service over all runs of a process, and
 * the tests share one. A workflow that sets a pace keeps it.
 */
export function unpaced(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((one) => {
		const { operation = 'create', options } = one.parameters;
		const chosen = isJsonObject(options) ? options : {};
		const submits = /\.clip(Tool)?$/.test(one.type) && operation === 'create';
		return submits
			? { ...one, parameters: { ...one.parameters, options: { submissionsPerMinute: 600, ...chosen } } }
			: one;
	});
	return { ...workflow, nodes };
}
