/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { basename } from 'node:path';
import {
	clipTriggerOf,
	exampleFiles,
	itemsOf,
	readWorkflow,
	type Execution,
	typePrefix,
	webhookPath,
	type Workflow,
} from '../../host';
import type { Bed } from '../bed';
import { expectWhole, recipes } from '../recipeBed';
import { paused } from './durableRuns';

/**
 * The workflows that are offered for import, but for the recipes, which have tests of their own.
 *
 * @returns what starts those that a person starts, so that others can go on meanwhile
 */
export function exampleCases(bed: Bed): () => Promise<void> {
	/** Publishes the example, and lets the service call it once. */
	const runByDelivery = async (workflow: Workflow, path: string): Promise<Execution | undefined> => {
		const saved = await bed.publish(workflow);
		bed.simulator.configure({ webhookUrl: `${bed.host.n8n.url}${path}` });
		await bed.submit(`https://www.youtube.com/watch?v=${saved.id}`);
		bed.simulator.configure({ webhookUrl: null });
		const [execution] = await bed.client.waitForExecutionsOf(saved.id, 1);
		await bed.client.deactivateWorkflow(saved.id);
		return execution;
	};

	const files = exampleFiles().filter((file) => !recipes.includes(basename(file)));
	const started = new Map<string, string>();
	const start = async () => {
		for (const file of files) {
			const workflow = readWorkflow(file);
			if (clipTriggerOf(workflow) !== undefined) continue;
			const id = await bed.start(workflow);
			started.set(file, id);
			await paused(bed, id);
		}
	};

	it.each(files.map((file) => [readWorkflow(file).name, file]))('"%s" yields clips', async (_name, file) => {
		const workflow = readWorkflow(file);
		const trigger = clipTriggerOf(workflow);
		const execution =
			trigger === undefined
				? await bed.client.waitForExecution(started.get(file) ?? '')
				: await runByDelivery(workflow, webhookPath(trigger));
		expectWhole(execution, workflow);

		const yielding = workflow.nodes.filter(
			({ type, parameters }) => type.startsWith(typePrefix) && parameters.operation !== 'create',
		);
		for (const { name } of yielding) {
			const clips = execution === undefined ? [] : itemsOf(execution, name);
			expect(clips.length).toBeGreaterThan(0);
			expect(clips[0]?.json).toMatchObject({ rank: 1 });
			expect(typeof clips[0]?.json.title).toBe('string');
		}
	});

	return start;
}
