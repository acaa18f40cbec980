import { z } from 'zod/v3';

/** A credential in an answer of n8n. */
export const credential = z.object({ id: z.string(), name: z.string(), type: z.string() });
/** A workflow in an answer of n8n. */
export const savedWorkflow = z.object({
	id: z.string(),
	name: z.string(),
	versionId: z.string(),
	active: z.boolean().default(false),
	isArchived: z.boolean().default(false),
});
/** A node of a stored workflow; what a user may have made of it is not looked into. */
const storedNode = z
	.object({
		name: z.string(),
		type: z.string(),
		parameters: z.record(z.unknown()).default({}),
		credentials: z.record(z.unknown()).optional(),
	})
	.passthrough();
/** A workflow with its nodes, as the editor opens it. */
export const storedWorkflow = savedWorkflow.extend({
	nodes: z.array(storedNode),
	/** The version that answers webhooks and forms, if one is published. */
	activeVersionId: z.string().nullish(),
});
/** The answer to a credential test. */
export const testResult = z.object({ status: z.string(), message: z.string().default('') });
/** The answer to the start of a run. */
export const runResult = z.object({
	executionId: z.string().optional(),
	waitingForWebhook: z.boolean().default(false),
});
/** How far the publication of a workflow is. */
export const publication = z.object({
	status: z.string(),
	triggers: z.array(z.object({ errorMessage: z.string().nullish() })).default([]),
});
/** A node type in the list of all. */
export const nodeType = z.object({ name: z.string(), displayName: z.string() }).passthrough();

/** A credential as n8n lists it: without its data. */
export type Credential = z.output<typeof credential>;
/** What a new credential holds. */
export interface NewCredential {
	name: string;
	type: string;
	data: Record<string, unknown>;
}
/** A workflow as n8n lists it. */
export type SavedWorkflow = z.output<typeof savedWorkflow>;
/** A node of a workflow that n8n has stored. */
export type StoredNode = z.output<typeof storedNode>;
/** A workflow that n8n has stored, with its nodes. */
export type StoredWorkflow = z.output<typeof storedWorkflow>;
/** A credential test's result: `status` is `OK` or `Error`. */
export type CredentialTest = z.output<typeof testResult>;
/** A description of a node type, as the editor gets it. */
export type NodeTypeDescription = z.output<typeof nodeType>;
