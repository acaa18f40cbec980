import { z } from 'zod/v3';
import { until, untilFound, type Workflow } from '../../host';
import type { Stage } from '../stage';
import { paused } from './durableRuns';

/** A run that waits, and its status check. */
export interface PausedRun {
	workflowId: string;
	/** The IDs of their executions. */
	id: string;
	check: string;
}

/** Starts a workflow by hand, and waits until it is paused. */
export async function startPaused(stage: Stage, workflow: Workflow): Promise<PausedRun> {
	const { id: workflowId } = await stage.save(workflow);
	const id = (await stage.client.runWorkflow(workflowId, 'Start')) ?? '';
	await paused(stage, id);
	return { workflowId, id, check: await statusCheckOf(stage, workflowId) };
}

/** The newest status check. Its execution belongs to the same workflow; the nodes that ran in it tell what it is. */
export async function statusCheckOf(stage: Stage, workflowId: string): Promise<string> {
	const look = async () => {
		for (const { id } of await stage.client.listExecutions(workflowId)) {
			const { nodes } = await stage.client.getExecution(id);
			if (Object.keys(nodes).some((ran) => ran.startsWith('Status check for '))) return id;
		}
		return undefined;
	};
	return await untilFound(look, () => 'There is no status check.', 500);
}

const over: readonly string[] = ['success', 'error', 'crashed', 'canceled'];

/** Those executions of a workflow that have not ended, with their states. */
export async function unendedOf(stage: Stage, workflowId: string): Promise<Record<string, string>> {
	const all = await stage.client.listExecutions(workflowId);
	return Object.fromEntries(all.filter(({ status }) => !over.includes(status)).map((e) => [e.id, e.status]));
}

/** Waits until no execution of a workflow waits any more. */
export async function nothingWaits(stage: Stage, workflowId: string): Promise<void> {
	await until(async () => Object.keys(await unendedOf(stage, workflowId)).length === 0, 2_000);
}

const customData = z.object({ customData: z.record(z.string()).optional() });

/** The project IDs that n8n shows beside an execution. */
export async function idsBeside(stage: Stage, id: string): Promise<string[]> {
	const read = await stage.client.session.call({ path: `/rest/executions/${id}`, read: customData });
	return (read.customData?.clipProjects ?? '').split(', ').filter((one) => one !== '');
}
