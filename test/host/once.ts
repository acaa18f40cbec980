/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { startSimulator } from '../simulator';
import { type Clip, clipsOf } from './clips';
import { HostError } from './errors';
import { explainFailure } from './execution';
import { openHost, type Host } from './host';
import { projectRoot, logFileOf } from './paths';
import type { Progress } from './progress';
import { credentialFor, saveCredential } from './setup';
import { manualTriggerOf, readWorkflow, withCredential } from './workflow';

/** Seconds that a video takes here; real ones take minutes. */
const processingSeconds = 12;

async function runExample(
	host: Host,
	service: Parameters<typeof credentialFor>[0],
	progress: Progress,
): Promise<Clip[]> {
	const { client } = host;
	const example = readWorkflow(join(projectRoot(), 'examples', 'one-video-to-clips.json'));
	const credential = await saveCredential(client, credentialFor(service));
	const workflow = withCredential(example, credential);
	const saved = await client.createWorkflow(workflow);
	const execution = await progress.step(`running "${workflow.name}" in n8n`, async () => {
		const id = await client.runWorkflow(saved.id, manualTriggerOf(workflow).name);
		if (id === undefined) throw new HostError(`"${workflow.name}" waits for a webhook instead of running.`);
		return await client.waitForExecution(id);
	});
	if (execution.status !== 'success') throw new HostError(explainFailure(execution));
	const clips = clipsOf(workflow, execution);
	if (clips.length === 0) throw new HostError(`"${workflow.name}" succeeded, but yielded no clips.`);
	return clips;
}

/**
 * Runs the main example through a real n8n of its own, beside anything else that runs.
 * @returns Its clips.
 * @throws HostError when the run fails or yields no clips.
 */
export async function runOnce(
	progress: Progress,
	onStop: (stop: () => Promise<void>) => void,
): Promise<Clip[]> {
	const simulator = await startSimulator({ processingSeconds, submissionLimits: null });
	onStop(() => simulator.close());
	const host = await openHost({ progress, logFile: logFileOf('n8n-once') });
	onStop(() => host.close());
	return await runExample(host, simulator, progress);
}
