import { HostError } from './errors';
import type { Credential, Login, N8nClient, NewCredential, SavedWorkflow } from './rest';
import { RestError } from './session';
import {
	clipTriggerOf,
	exampleFiles,
	formOf,
	hasItsCredentials,
	readWorkflow,
	withCredential,
	withReceivers,
	type Workflow,
} from './workflow';
import type { S3Account } from '../receivers';

/** The owner of every n8n here. It listens on 127.0.0.1 only and holds nothing but examples. */
export const owner: Login = { email: 'owner@example.com', password: 'Clipping-1' };

/** What a credential needs to know of a service, real or simulated. */
export interface Service {
	baseUrl: string;
	apiKey: string;
	headerName: string;
}

function isRefusal(error: unknown): boolean {
	return error instanceof RestError && error.status >= 400 && error.status < 500;
}

/**
 * Logs in as the owner, whom it creates in a fresh n8n.
 * @throws HostError when this n8n has another owner.
 */
export async function logInAsOwner(client: N8nClient): Promise<void> {
	const knows = await client.login(owner).then(
		() => true,
		(error: unknown) => (isRefusal(error) ? false : Promise.reject(new HostError(String(error)))),
	);
	if (knows) return;
	await client
		.setupOwner(owner)
		.catch((error: unknown) =>
			Promise.reject(
				new HostError(
					`Neither login nor setup works for ${owner.email} (${String(error)}). ` +
						'If you changed the login, start with --fresh.',
				),
			),
		);
}

/** The credential for a service, as the editor's dialog would fill it in. */
export function credentialFor(service: Service, name = 'Video Clipping API (simulator)'): NewCredential {
	const { baseUrl, apiKey, headerName } = service;
	return { name, type: 'videoClippingApi', data: { baseUrl, apiKey, headerName } };
}

/** The credential of n8n's S3 node for an S3 server, as the editor's dialog would fill it in. */
export function s3CredentialFor(
	account: S3Account,
	name = 'S3 (receiver beside the simulator)',
): NewCredential {
	return { name, type: 's3', data: { ...account } };
}

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

async function importExample(
	client: N8nClient,
	{ workflow, complete }: Pick<ImportedExample, 'workflow' | 'complete'>,
): Promise<SavedWorkflow> {
	const saved = await client.createWorkflow(workflow);
	const answers = complete && (clipTriggerOf(workflow) ?? formOf(workflow)) !== undefined;
	if (answers) await client.activateWorkflow(saved);
	return saved;
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
		const before = known.get(workflow.name);
		const complete = hasItsCredentials(workflow, example);
		const saved = before ?? (await importExample(client, { workflow, complete }));
		imported.push({ workflow, saved, complete });
	}
	return imported;
}
