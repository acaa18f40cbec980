import { z } from 'zod/v3';
import { execution, executionSummary, type Execution, type ExecutionSummary } from './execution';
import { RestError, RestSession } from './session';
import { untilFound } from './until';
import type { Workflow } from './workflow';

/** A credential in an answer of n8n. */
const credential = z.object({ id: z.string(), name: z.string(), type: z.string() });
/** A workflow in an answer of n8n. */
const savedWorkflow = z.object({
	id: z.string(),
	name: z.string(),
	versionId: z.string(),
	active: z.boolean().default(false),
	isArchived: z.boolean().default(false),
});
/** A workflow with its nodes; what a user may have made of them is not looked into. */
const storedWorkflow = savedWorkflow.extend({
	nodes: z.array(z.object({ name: z.string(), parameters: z.record(z.unknown()) }).passthrough()),
	pinData: z.record(z.unknown()).nullish(),
});
/** The answer to a credential test. */
const testResult = z.object({ status: z.string(), message: z.string().default('') });
/** How far the publication of a workflow is. */
const publication = z.object({
	status: z.string(),
	triggers: z.array(z.object({ errorMessage: z.string().nullish() })).default([]),
});
/** A node type in the list of all. */
const nodeType = z.object({ name: z.string(), displayName: z.string() });

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
/** A workflow that n8n has stored, with its nodes. */
type StoredWorkflow = z.output<typeof storedWorkflow>;
/** A credential test's result: `status` is `OK` or `Error`. */
export type CredentialTest = z.output<typeof testResult>;

const done: readonly string[] = ['success', 'error', 'crashed', 'canceled'];

/** Milliseconds from one look at n8n to the next. */
const interval = 250;

/** The calls of n8n's REST interface that the editor makes for a user who tries the nodes. */
export class N8nClient {
	/** For calls that have no method here. */
	readonly session: RestSession;

	constructor(url: string) {
		this.session = new RestSession(url);
	}

	private async get<T>(path: string, read: z.ZodType<T, z.ZodTypeDef, unknown>): Promise<T> {
		return await this.session.call({ path, read });
	}

	private async post<T>(path: string, body: object, read: z.ZodType<T, z.ZodTypeDef, unknown>): Promise<T> {
		return await this.session.call({ method: 'POST', path, body, read });
	}

	/** All credentials of the user. */
	async listCredentials(): Promise<Credential[]> {
		return await this.get('/rest/credentials', z.array(credential));
	}

	/** Saves a new credential. */
	async createCredential(body: NewCredential): Promise<Credential> {
		return await this.post('/rest/credentials', body, credential);
	}

	/** Replaces what a credential holds. */
	async updateCredential(id: string, body: NewCredential): Promise<Credential> {
		const path = `/rest/credentials/${id}`;
		return await this.session.call({ method: 'PATCH', path, body, read: credential });
	}

	/** Deletes a credential for good. */
	async deleteCredential(id: string): Promise<void> {
		await this.session.call({ method: 'DELETE', path: `/rest/credentials/${id}`, read: z.unknown() });
	}

	/** Runs the credential test as the editor does after saving. */
	async testCredential(credentials: NewCredential & { id: string }): Promise<CredentialTest> {
		return await this.post('/rest/credentials/test', { credentials }, testResult);
	}

	/** All workflows that are not archived. */
	async listWorkflows(): Promise<SavedWorkflow[]> {
		const all = await this.get('/rest/workflows', z.array(savedWorkflow));
		return all.filter((workflow) => !workflow.isArchived);
	}

	/** Saves a new workflow, not active. */
	async createWorkflow(workflow: Workflow): Promise<SavedWorkflow> {
		const body = { settings: { executionOrder: 'v1' }, ...workflow, active: false };
		return await this.post('/rest/workflows', body, savedWorkflow);
	}

	/** A workflow with its nodes, as the editor opens it. */
	async getWorkflow(id: string): Promise<StoredWorkflow> {
		return await this.get(`/rest/workflows/${id}`, storedWorkflow);
	}

	/** Saves other nodes of a workflow; what is published stays until it is published again. */
	async updateNodes(id: string, nodes: readonly object[]): Promise<void> {
		const path = `/rest/workflows/${id}`;
		await this.session.call({ method: 'PATCH', path, body: { nodes }, read: savedWorkflow });
	}

	/**
	 * Starts a run as the editor's button does.
	 * @param lastNode - The node to end with, as "Execute step" does; all nodes run when not given.
	 * @returns The execution's id, or `undefined` when n8n now listens for a test event of a webhook.
	 */
	async runWorkflow(workflowId: string, triggerName: string, lastNode?: string): Promise<string | undefined> {
		const body = {
			triggerToStartFrom: { name: triggerName },
			...(lastNode !== undefined && { destinationNode: { nodeName: lastNode, mode: 'inclusive' } }),
		};
		const read = z.object({ executionId: z.string().optional() });
		return (await this.post(`/rest/workflows/${workflowId}/run`, body, read)).executionId;
	}

	/** Publishes a workflow and waits until its triggers listen. */
	async activateWorkflow({ id, name, versionId }: SavedWorkflow): Promise<void> {
		await this.post(`/rest/workflows/${id}/activate`, { versionId }, z.unknown());
		let told = '';
		const look = async () => {
			const state = await this.get(`/rest/workflows/${id}/publication-status`, publication);
			const reason = state.triggers.map((trigger) => trigger.errorMessage ?? '').join(' ');
			told = `Workflow "${name}" is "${state.status}", not published. ${reason}`;
			if (state.status === 'failed' || state.status === 'partial') throw new RestError(told, 200);
			return state.status === 'published' ? true : undefined;
		};
		await untilFound(look, () => told, interval);
	}

	/** Takes a workflow's triggers away. */
	async deactivateWorkflow(workflowId: string): Promise<void> {
		await this.post(`/rest/workflows/${workflowId}/deactivate`, {}, z.unknown());
	}

	/** The executions of a workflow, the newest first. */
	async listExecutions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const read = z.object({ results: z.array(executionSummary) });
		return (await this.get(`/rest/executions?limit=100&filter=${filter}`, read)).results;
	}

	/** How many executions of a workflow were started in a way (`manual`, `webhook`) and have one of the given states. */
	async countExecutions(workflowId: string, mode: string, states: string[]): Promise<number> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, mode, status: states }));
		const read = z.object({ count: z.coerce.number() });
		return (await this.get(`/rest/executions?limit=1&filter=${filter}`, read)).count;
	}

	/** An execution with all that its nodes gave out. */
	async getExecution(id: string): Promise<Execution> {
		return await this.get(`/rest/executions/${id}`, execution);
	}

	/** Asks n8n to end an execution, as the Stop button does. */
	async stopExecution(id: string): Promise<void> {
		await this.post(`/rest/executions/${id}/stop`, {}, z.unknown());
	}

	/**
	 * Runs a failed execution again from the node that failed, as the list of executions lets a user do.
	 * @param version - With the workflow as it was, or as it is saved now.
	 */
	async retryExecution(id: string, version: 'original' | 'current' = 'original'): Promise<string> {
		const body = { loadWorkflow: version === 'current' };
		return (await this.post(`/rest/executions/${id}/retry`, body, z.object({ id: z.string() }))).id;
	}

	/** Deletes executions for good, as the list of executions lets a user do. */
	async deleteExecutions(ids: string[]): Promise<void> {
		await this.post('/rest/executions/delete', { ids }, z.unknown());
	}

	/**
	 * Waits for the end of an execution.
	 * @throws Error when it is stuck.
	 */
	async waitForExecution(id: string): Promise<Execution> {
		let status = '';
		const look = async () => {
			const current = await this.getExecution(id);
			({ status } = current);
			return done.includes(status) ? current : undefined;
		};
		return await untilFound(look, () => `Execution ${id} is still "${status}".`, interval);
	}

	/**
	 * Waits until a workflow has at least so many ended executions, for instance those that a webhook starts.
	 * @returns Them with their data, the newest first.
	 * @throws Error when they are stuck.
	 */
	async waitForExecutionsOf(workflowId: string, count: number): Promise<Execution[]> {
		const look = async () => {
			const ended = (await this.listExecutions(workflowId)).filter(({ status }) => done.includes(status));
			return ended.length >= count ? ended : undefined;
		};
		const ended = await untilFound(look, () => `Less than ${count} executions ended.`, interval);
		return await Promise.all(ended.map(({ id }) => this.getExecution(id)));
	}

	/** All node types that n8n has loaded, by the name that workflows use. */
	async nodeTypes(): Promise<Map<string, z.output<typeof nodeType>>> {
		const file = await this.session.file({ path: '/types/nodes.json' });
		const all = z.array(nodeType).parse(JSON.parse(file.toString()));
		return new Map(all.map((type) => [type.name, type]));
	}
}
