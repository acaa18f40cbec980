import { z } from 'zod/v3';
import { type Helper, HELPER_NAMES } from '../../../nodes/Clip/wait/helpers/workflow';
import { type Credential, until, untilFound, type Workflow } from '../../host';
import type { Stage } from '../stage';
import { parked } from './durableRuns';

/** A run that waits, and its helpers. */
export interface HelpedRun {
	workflowId: string;
	/** The IDs of their executions. */
	id: string;
	keeper: string;
	poller: string;
}

/** Starts a workflow by hand, with an account of its own or not, and waits until it is parked. */
export async function startParked(
	stage: Stage,
	workflow: Workflow,
	account?: Credential,
): Promise<HelpedRun> {
	const { id: workflowId } = await stage.save(workflow, account);
	const id = (await stage.client.runWorkflow(workflowId, 'Start')) ?? '';
	await parked(stage, id);
	const helper = async (kind: Helper) => await helperOf(stage, workflowId, kind);
	return { workflowId, id, keeper: await helper('keeper'), poller: await helper('poller') };
}

/** The newest helper of a kind. Its execution belongs to the same workflow; the nodes that ran in it tell what it is. */
export async function helperOf(stage: Stage, workflowId: string, kind: Helper): Promise<string> {
	const look = async () => {
		for (const { id } of await stage.client.listExecutions(workflowId)) {
			const { nodes } = await stage.client.getExecution(id);
			if (Object.keys(nodes).some((ran) => ran.endsWith(` (${HELPER_NAMES[kind]})`))) return id;
		}
		return undefined;
	};
	return await untilFound(look, () => `There is no ${kind}.`, 500);
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
