import { clipTriggerOf, webhookPath, type SavedWorkflow, type Workflow } from '../host';
import type { RecipeBed } from './recipeBed';

/**
 * Publishes workflows that begin with a Clip Trigger, and lets the service finish one video and call them all.
 *
 * @param videoUrl - the video
 */
export async function deliverTo(
	bed: RecipeBed,
	workflows: readonly Workflow[],
	videoUrl: string,
): Promise<SavedWorkflow[]> {
	const published: SavedWorkflow[] = [];
	for (const workflow of workflows) published.push(await bed.publish(workflow));
	const paths = workflows.flatMap((workflow) => {
		const trigger = clipTriggerOf(workflow);
		return trigger === undefined ? [] : [webhookPath(trigger)];
	});
	bed.receivers.relayTo(paths.map((path) => `${bed.webhookUrl}${path}`));
	bed.simulator.configure({ webhookUrl: bed.receivers.relayUrl });
	await bed.submit(videoUrl);
	bed.simulator.configure({ webhookUrl: null });
	return published;
}
