/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { node, parkedClip } from '../../e2e/flows';
import {
	credentialFor,
	type Execution,
	explainFailure,
	type Host,
	manualTriggerOf,
	saveCredential,
	withCredential,
	type Workflow,
	type WorkflowNode,
} from '../../host';
import { filesBelow } from '../../host/folder';

/** Who downloads. */
export type Side = 'ours' | 'peer';

/** Who begins changes with each round, so that what the machine does meanwhile falls on both. */
export const inTurn = (round: number): Side[] => (round % 2 === 0 ? ['ours', 'peer'] : ['peer', 'ours']);

/** What the other side is called. */
export const PEER = 'HTTP Request node';

/** The node that downloads the file at a link, which may be an expression. */
export const fileNodes: Record<Side, (link: string) => WorkflowNode> = {
	ours: (link) => parkedClip('File', { operation: 'download', videoUrl: link }),
	peer: (link) =>
		node('File', 'n8n-nodes-base.httpRequest', {
			typeVersion: 4.5,
			parameters: { url: link, options: { response: { response: { responseFormat: 'file' } } } },
		}),
};

/**
 * Removes the files that n8n has stored, so that the disk does not fill up.
 *
 * @returns their sizes in bytes, the largest one last
 */
export function removeFiles(userFolder: string): number[] {
	const folders = ['binaryData', 'storage'].map((name) => join(userFolder, '.n8n', name));
	const store = folders.filter((folder) => existsSync(folder)).flatMap(filesBelow);
	const bytes = store.map((file) => statSync(file).size);
	for (const file of store) rmSync(file);
	return bytes.sort((a, b) => a - b);
}

/**
 * Runs a workflow that a person starts.
 *
 * @throws Error when the run fails
 */
export async function runFlow(host: Host, workflow: Workflow): Promise<Execution> {
	const nowhere = { baseUrl: 'http://127.0.0.1:9/none', apiKey: 'none', headerName: 'none' };
	const credential = await saveCredential(host.client, credentialFor(nowhere));
	const saved = await host.client.createWorkflow(withCredential(workflow, credential));
	const id = await host.client.runWorkflow(saved.id, manualTriggerOf(workflow).name);
	const execution = await host.client.waitForExecution(id ?? '');
	if (execution.status !== 'success') throw new Error(explainFailure(execution));
	return execution;
}
