/* eslint-disable @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import { z } from 'zod/v3';
import type { Receivers } from '../receivers';
import type { Simulator } from '../simulator';
import { HostError } from './errors';
import { N8nClient, type Credential, type NewCredential, type SavedWorkflow } from './rest';
import {
	clipTriggerOf,
	exampleFiles,
	formOf,
	readWorkflow,
	withCredential,
	withReceivers,
	type Workflow,
} from './workflow';

/** The owner of every n8n here. It listens on 127.0.0.1 only and holds nothing but examples. */
export const owner = { email: 'owner@example.com', password: 'Clipping-1' };

/**
 * Logs in as the owner, who is created in a fresh n8n.
 * @throws HostError when this n8n has another owner.
 */
export async function logIn(url: string): Promise<N8nClient> {
	const client = new N8nClient(url);
	const post = async (path: string, body: object) =>
		await client.session.call({ method: 'POST', path, body, read: z.unknown() });
	const { email, password } = owner;
	try {
		// It is refused where there is an owner.
		await post('/rest/owner/setup', { ...owner, firstName: 'Local', lastName: 'Owner' }).catch(
			async () => await post('/rest/login', { emailOrLdapLoginId: email, password }),
		);
	} catch (error) {
		throw new HostError(
			`Nobody can log in as ${email}. If you changed the login, start with --fresh. ${String(error)}`,
		);
	}
	return client;
}

/** The credential for a service, as the editor's dialog would fill it in. */
export function credentialFor(
	{ baseUrl, apiKey, headerName }: Pick<Simulator, 'baseUrl' | 'apiKey' | 'headerName'>,
	name = 'Video Clipping API (simulator)',
): NewCredential {
	return { name, type: 'videoClippingApi', data: { baseUrl, apiKey, headerName } };
}

/** The credential of n8n's S3 node for an S3 server, as the editor's dialog would fill it in. */
export const s3CredentialFor = (account: Receivers['s3']): NewCredential => ({
	name: 'S3 (receiver beside the simulator)',
	type: 's3',
	data: { ...account },
});

/** Saves a credential, or brings the one with the same name up to date: the simulator's port may have changed. */
export async function saveCredential(client: N8nClient, wanted: NewCredential): Promise<Credential> {
	const known = (await client.listCredentials()).find(
		({ name, type }) => name === wanted.name && type === wanted.type,
	);
	return known === undefined
		? await client.createCredential(wanted)
		: await client.updateCredential(known.id, wanted);
}

/** An example workflow and what n8n made of it. */
export interface ImportedExample {
	workflow: Workflow;
	saved: SavedWorkflow;
	/** Whether it has all credentials, so that it can run as it is. */
	complete: boolean;
}

/**
 * Imports the example workflows that n8n does not have yet, by name, with credentials chosen on their nodes.
 * Those that start with a Clip Trigger or a form are published, so that they answer, unless they need accounts elsewhere. Those that
 * n8n has already stay as the user left them.
 *
 * @param credentials - that of the service, then others that examples name
 * @param receivers - the origin of what the examples send files and notices to
 */
export async function importExamples(
	client: N8nClient,
	credentials: readonly [Credential, ...Credential[]],
	receivers: string,
): Promise<ImportedExample[]> {
	const known = new Map((await client.listWorkflows()).map((saved) => [saved.name, saved]));
	const imported: ImportedExample[] = [];
	for (const file of exampleFiles()) {
		const example = readWorkflow(file);
		const workflow = withReceivers(withCredential(example, ...credentials), receivers);
		const complete = workflow.nodes.every(
			(node, index) => node.credentials !== undefined || example.nodes[index]?.credentials === undefined,
		);
		let saved = known.get(workflow.name);
		if (saved === undefined) {
			saved = await client.createWorkflow(workflow);
			const answers = (clipTriggerOf(workflow) ?? formOf(workflow)) !== undefined;
			if (answers && complete) await client.activateWorkflow(saved);
		}
		imported.push({ workflow, saved, complete });
	}
	return imported;
}
