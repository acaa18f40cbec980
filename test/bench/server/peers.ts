/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { z } from 'zod/v3';
import {
	credentialFor,
	projectRoot,
	readWorkflow,
	saveCredential,
	withCredential,
	type N8nClient,
	type SavedWorkflow,
	type Workflow,
} from '../../host';
import type { Simulator } from '../../simulator';

/** Where the workflow files of peers take the service to be. */
const baseUrlInFiles = 'https://api.example.com/service';

const parameters = z.record(z.unknown());

/**
 * Replacements that put another URL in the place of the video's, which makes the body an expression.
 *
 * @param expression - gives the URL
 */
export const withVideo = (expression: string): Record<string, string> => ({
	'https://www.youtube.com/watch?v=harbour': expression,
	'"jsonBody":"{': '"jsonBody":"={',
});

/**
 * A workflow file of the folder `peer`.
 *
 * @param replacements - texts in the parameters of its nodes, and what stands there instead
 */
export function readPeer(
	file: string,
	{ baseUrl }: Simulator,
	replacements: Record<string, string> = {},
): Workflow {
	const workflow = readWorkflow(join(projectRoot(), 'test', 'bench', 'peer', file));
	const changed = (value: unknown): unknown => {
		const all = Object.entries({ [baseUrlInFiles]: baseUrl, ...replacements });
		const text = all.reduce((read, [from, to]) => read.replaceAll(from, to), JSON.stringify(value));
		return JSON.parse(text);
	};
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: parameters.parse(changed(node.parameters)),
	}));
	return { ...workflow, nodes };
}

/**
 * Saves workflows with the credentials that their nodes need: ours for the nodes of the package, a header with the API key
 * for HTTP Request nodes.
 */
export async function openWorkbench(client: N8nClient, simulator: Simulator) {
	const ours = await saveCredential(client, credentialFor(simulator));
	const { headerName, apiKey } = simulator;
	const header = await client.createCredential({
		name: 'Video Clipping API key',
		type: 'httpHeaderAuth',
		data: { name: headerName, value: apiKey },
	});
	const save = async (workflow: Workflow): Promise<SavedWorkflow> => {
		const { nodes, ...others } = withCredential(workflow, ours);
		const chosen = { httpHeaderAuth: { id: header.id, name: header.name } };
		const withHeader = nodes.map((node) =>
			node.type === 'n8n-nodes-base.httpRequest' ? { ...node, credentials: chosen } : node,
		);
		return await client.createWorkflow({ ...others, nodes: withHeader });
	};
	return {
		save,
		publish: async (workflow: Workflow): Promise<SavedWorkflow> => {
			const saved = await save(workflow);
			await client.activateWorkflow(saved);
			return saved;
		},
	};
}

/** Saves and publishes workflows in an n8n that can reach the service. */
export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;
