/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { packageName, projectRoot } from './paths';

/** What the node types of this package begin with. */
export const typePrefix = `${packageName}.`;

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
	name: z.string(),
	nodes: z.array(workflowNode),
	connections: z.record(z.unknown()),
	settings: z.record(z.unknown()).optional(),
	pinData: z.record(z.unknown()).optional(),
});

/** A node of a workflow. */
export type WorkflowNode = z.output<typeof workflowNode>;

/** A workflow as n8n's "Import from File" reads it. */
export type Workflow = z.output<typeof workflow>;

/** Reads a workflow file. */
export const readWorkflow = (file: string): Workflow =>
	workflow.parse(JSON.parse(readFileSync(file, 'utf8')));

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
 * the others on the nodes that name a credential of their type. A node that lacks its credential names none any more.
 */
export function withCredential(
	original: Workflow,
	credential: SavedCredential,
	...others: SavedCredential[]
): Workflow {
	const nodes = original.nodes.map(({ credentials = {}, ...node }) => {
		const isOurs = node.type.startsWith(typePrefix);
		const chosen = isOurs ? [credential] : others.filter(({ type }) => type in credentials);
		if (chosen.length === 0) return node;
		return { ...node, credentials: Object.fromEntries(chosen.map(({ type, ...one }) => [type, one])) };
	});
	return { ...original, nodes };
}

/** The addresses in the examples that stand for addresses of the user: a feed, and where files and notices go. */
const standIns = /https:\/\/(feeds|hooks)\.example\.com(?=\/)/g;

/**
 * The same workflow with real receivers in place of the made-up addresses of the examples.
 *
 * @param origin - where the receivers listen
 */
export const withReceivers = (original: Workflow, origin: string): Workflow =>
	workflow.parse(JSON.parse(JSON.stringify(original).replace(standIns, origin)));

/** The node that a manual run starts from. */
export function manualTriggerOf({ name, nodes }: Workflow): WorkflowNode {
	const types = ['n8n-nodes-base.manualTrigger', 'n8n-nodes-base.scheduleTrigger'];
	const trigger = nodes.find(({ type }) => types.includes(type));
	if (trigger === undefined) throw new TypeError(`The workflow "${name}" has no manual trigger.`);
	return trigger;
}

/** The Clip Trigger of a workflow, if it has one. */
export const clipTriggerOf = ({ nodes }: Workflow): WorkflowNode | undefined =>
	nodes.find((node) => node.type === `${typePrefix}clipTrigger`);

/** The form that starts a workflow, if one does. */
export const formOf = ({ nodes }: Workflow): WorkflowNode | undefined =>
	nodes.find((node) => node.type === 'n8n-nodes-base.formTrigger');

/** The path at which n8n serves a form of a published workflow. */
export function formPath({ webhookId = '', parameters }: WorkflowNode): string {
	const { options } = z.object({ options: z.object({ path: z.string() }) }).safeParse(parameters).data ?? {};
	return `/form/${options?.path ?? webhookId}`;
}

/** The path at which n8n serves a Clip Trigger's webhook. */
export const webhookPath = ({ webhookId = '' }: WorkflowNode): string => `/webhook/${webhookId}/webhook`;
