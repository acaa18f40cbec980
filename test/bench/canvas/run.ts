/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { createServer } from 'node:http';
import { z } from 'zod/v3';
import {
	credentialFor,
	explainFailure,
	type Host,
	manualTriggerOf,
	saveCredential,
	withCredential,
	type Workflow,
} from '../../host';
import { listen } from '../../host/ports';
import { startSimulator, type Simulator } from '../../simulator';

/** Where the workflow files take the service and the place to publish to be. */
const inFiles = { service: 'http://127.0.0.1:4010/service', publish: 'http://127.0.0.1:4020/upload' };

const nodesSchema = z.array(
	z.object({ name: z.string(), type: z.string(), parameters: z.record(z.unknown()) }).passthrough(),
);

/** A place to publish to: notes the title and the size of what is uploaded. */
async function openPlatform() {
	const published: string[] = [];
	const server = createServer((request, response) => {
		let size = 0;
		const { searchParams } = new URL(request.url ?? '', 'http://platform');
		request.on('data', (chunk: Buffer) => (size += chunk.length));
		request.on('end', () => {
			published.push(`${searchParams.get('title') ?? ''} ${size} bytes`);
			response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
		});
	});
	const url = `http://127.0.0.1:${await listen(server)}/upload`;
	return { url, published, close: () => void server.close() };
}

/** The workflow for another service and another platform, with pauses that a simulator needs. */
function moved(workflow: Workflow, service: string, platform: string): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.type === 'n8n-nodes-base.wait' ? { ...node, parameters: { amount: 1 } } : node,
	);
	const text = JSON.stringify(nodes)
		.replaceAll(inFiles.service, service)
		.replaceAll(inFiles.publish, platform);
	return { ...workflow, nodes: nodesSchema.parse(JSON.parse(text)) };
}

async function withCredentials(host: Host, simulator: Simulator, workflow: Workflow): Promise<Workflow> {
	const ours = await saveCredential(host.client, credentialFor(simulator));
	const { headerName, apiKey } = simulator;
	const data = { name: headerName, value: apiKey };
	const theirs = await saveCredential(host.client, { name: 'Video Clipping', type: 'httpHeaderAuth', data });
	const chosen = { httpHeaderAuth: { id: theirs.id, name: theirs.name } };
	const { nodes, ...others } = withCredential(workflow, ours);
	return {
		...others,
		nodes: nodes.map((node) =>
			node.parameters.authentication === 'genericCredentialType' ? { ...node, credentials: chosen } : node,
		),
	};
}

/**
 * Runs a workflow on a real n8n against a simulated service.
 *
 * @returns titles and sizes of what it published, sorted
 * @throws Error when the run fails
 */
export async function publishedBy(host: Host, workflow: Workflow): Promise<string[]> {
	const simulator = await startSimulator({ submissionLimits: null, processingSeconds: 3 });
	const platform = await openPlatform();
	try {
		const bound = await withCredentials(host, simulator, moved(workflow, simulator.baseUrl, platform.url));
		const saved = await host.client.createWorkflow(bound);
		const id = await host.client.runWorkflow(saved.id, manualTriggerOf(bound).name);
		const execution = await host.client.waitForExecution(id ?? '');
		if (execution.status !== 'success') throw new Error(`"${workflow.name}": ${explainFailure(execution)}`);
		return platform.published.sort();
	} finally {
		platform.close();
		await simulator.close();
	}
}
