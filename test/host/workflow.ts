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

/** The same workflow with a credential chosen on each node of this package, which is all that an import lacks. */
export function withCredential(
	original: Workflow,
	credential: { id: string; name: string; type: string },
): Workflow {
	const chosen = { [credential.type]: { id: credential.id, name: credential.name } };
	return {
		...original,
		nodes: original.nodes.map((node) =>
			node.type.startsWith(typePrefix) ? { ...node, credentials: chosen } : node,
		),
	};
}

/** The node that a manual run starts from. */
export function manualTriggerOf({ name, nodes }: Workflow): WorkflowNode {
	const trigger = nodes.find((node) => node.type === 'n8n-nodes-base.manualTrigger');
	if (trigger === undefined) throw new HostError(`The workflow "${name}" has no manual trigger.`);
	return trigger;
}

/** The Clip Trigger of a workflow, if it has one. */
export function clipTriggerOf({ nodes }: Workflow): WorkflowNode | undefined {
	return nodes.find((node) => node.type === `${typePrefix}clipTrigger`);
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
