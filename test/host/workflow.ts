/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod/v3';
import { HostError, reasonOf } from './errors';
import { projectRoot } from './paths';

/** What the node types of this package begin with. */
export const typePrefix = 'n8n-nodes-video-clipping.';

const workflowNode = z
	.object({
		name: z.string(),
		type: z.string(),
		parameters: z.record(z.unknown()).default({}),
		webhookId: z.string().optional(),
		credentials: z.record(z.object({ id: z.string(), name: z.string() })).optional(),
	})
	.passthrough();

const workflow = z.object({
	name: z.string().optional(),
	nodes: z.array(workflowNode),
	connections: z.record(z.unknown()),
	settings: z.record(z.unknown()).optional(),
	pinData: z.record(z.unknown()).optional(),
});

/** A node of a workflow. */
export type WorkflowNode = z.output<typeof workflowNode>;

/** A workflow as n8n's "Import from File" reads it. */
export type Workflow = z.output<typeof workflow> & { name: string };

/**
 * Reads a workflow file.
 * @throws HostError when it is not one.
 */
export function readWorkflow(file: string): Workflow {
	try {
		const read = workflow.parse(JSON.parse(readFileSync(file, 'utf8')));
		return { ...read, name: read.name ?? basename(file, '.json') };
	} catch (error) {
		throw new HostError(`${file} is not a workflow: ${reasonOf(error)}`);
	}
}

/** The files of the project's example workflows, in order. */
export function exampleFiles(): string[] {
	const folder = join(projectRoot(), 'examples');
	return readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => join(folder, name));
}

/** A credential as n8n knows it. */
interface SavedCredential {
	id: string;
	name: string;
	type: string;
}

/**
 * The same workflow with credentials chosen, which is all that an import lacks: the first one on each node of this package,
 * the others on the nodes that name a credential of their type.
 */
export function withCredential(
	original: Workflow,
	credential: SavedCredential,
	...others: SavedCredential[]
): Workflow {
	const choose = (node: WorkflowNode) => {
		const named = others.filter(({ type }) => node.credentials !== undefined && type in node.credentials);
		return node.type.startsWith(typePrefix) ? [credential] : named;
	};
	return {
		...original,
		nodes: original.nodes.map(({ credentials, ...node }) => {
			const chosen = choose({ credentials, ...node }).map(
				({ type, id, name }) => [type, { id, name }] as const,
			);
			return chosen.length === 0 ? node : { ...node, credentials: Object.fromEntries(chosen) };
		}),
	};
}

/** Whether every node that names a credential has got one. */
export function hasItsCredentials(chosen: Workflow, original: Workflow): boolean {
	const lacking = new Set(
		chosen.nodes.filter(({ credentials }) => credentials === undefined).map(({ name }) => name),
	);
	return !original.nodes.some(({ name, credentials }) => credentials !== undefined && lacking.has(name));
}

/** The addresses in the examples that stand for addresses of the user: a feed, and where files and notices go. */
const standIns = /https:\/\/(feeds|hooks)\.example\.com(?=\/)/g;

/**
 * The same workflow with real receivers in place of the made-up addresses of the examples.
 *
 * @param origin - where the receivers listen
 */
export function withReceivers(original: Workflow, origin: string): Workflow {
	const filledIn = JSON.stringify(original).replace(standIns, origin);
	return { ...workflow.parse(JSON.parse(filledIn)), name: original.name };
}

/** The node that a manual run starts from. */
export function manualTriggerOf({ name, nodes }: Workflow): WorkflowNode {
	const trigger = nodes.find(
		({ type }) => type === 'n8n-nodes-base.manualTrigger' || type === 'n8n-nodes-base.scheduleTrigger',
	);
	if (trigger === undefined) throw new HostError(`The workflow "${name}" has no manual trigger.`);
	return trigger;
}

/** The Clip Trigger of a workflow, if it has one. */
export function clipTriggerOf({ nodes }: Workflow): WorkflowNode | undefined {
	return nodes.find((node) => node.type === `${typePrefix}clipTrigger`);
}

/** The form that starts a workflow, if one does. */
export function formOf({ nodes }: Workflow): WorkflowNode | undefined {
	return nodes.find((node) => node.type === 'n8n-nodes-base.formTrigger');
}

/** The path at which n8n serves a form of a published workflow. */
export function formPath(node: WorkflowNode): string {
	if (node.webhookId === undefined) throw new HostError(`The form "${node.name}" has no webhookId.`);
	return `/form/${node.webhookId}`;
}

/**
 * The path at which n8n serves a Clip Trigger's webhook.
 * @param mode - `webhook-test` while the editor listens for a test event.
 */
export function webhookPath(node: WorkflowNode, mode: 'webhook' | 'webhook-test' = 'webhook'): string {
	if (node.webhookId === undefined) {
		throw new HostError(`The node "${node.name}" has no webhookId, so its address is unknown.`);
	}
	return `/${mode}/${node.webhookId}/webhook`;
}
