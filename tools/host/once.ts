/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { z } from 'zod/v3';
import { startSimulator } from '../simulator';
import { HostError } from './errors';
import { explainFailure, itemsOf } from './execution';
import { openHost } from './host';
import { logFileOf, projectRoot } from './paths';
import { step } from './progress';
import { credentialFor, saveCredential } from './setup';
import { manualTriggerOf, readWorkflow, withCredential } from './workflow';

/** Seconds that a video takes here; real ones take minutes. */
const processingSeconds = 12;

const clip = z.object({
	projectName: z.string().optional(),
	rank: z.number(),
	viralScore: z.number().nullable(),
	durationSeconds: z.number().nullable(),
	title: z.string().nullish(),
});

/**
 * Runs the main example through a real n8n of its own, beside anything else that runs.
 * @returns What a table shows of its clips.
 * @throws HostError when the run fails.
 */
export async function runOnce(
	onStop: (stop: () => Promise<void>) => void,
): Promise<Array<z.output<typeof clip>>> {
	const simulator = await startSimulator({ processingSeconds, submissionLimits: null });
	onStop(() => simulator.close());
	const host = await openHost({ logFile: logFileOf('n8n-once') });
	onStop(() => host.close());
	const { client } = host;
	const example = readWorkflow(join(projectRoot(), 'examples', 'one-video-to-clips.json'));
	const workflow = withCredential(example, await saveCredential(client, credentialFor(simulator)));
	const { id } = await client.createWorkflow(workflow);
	const execution = await step(`running "${workflow.name}" in n8n`, async () => {
		const started = await client.runWorkflow(id, manualTriggerOf(workflow).name);
		return await client.waitForExecution(started ?? '');
	});
	if (execution.status !== 'success') throw new HostError(explainFailure(execution));
	const last = workflow.nodes.at(-1)?.name ?? '';
	return z
		.array(clip)
		.nonempty()
		.parse(itemsOf(execution, last).map(({ json }) => json));
}
