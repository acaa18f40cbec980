import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { clipOutput, hintAtNoClips, OUTPUTS } from '../operations/clipOutput';
import { readCollection, stopController } from '../operations/parameters';
import { waitFailure } from '../operations/itemResult';
import { checkOption, problemsIn } from '../service/checked';
import { readDeliveredProject } from '../service/delivery';
import type { FailureClass } from '../service/outcome';
import type { PollingPolicy } from '../service/polling';
import type { Project } from '../service/project';
import { checkProjectId } from '../service/projectId';
import { checkSelection } from '../service/selection';
import { openService } from '../transport/service';
import { waitForProjects } from '../transport/waiting';
import { leaveOutDelivered } from './duplicates';

/** A call may come before the service shows the clips, and the service may be down just then. */
const PATIENCE: PollingPolicy = { pollInterval: 15_000, maxWait: 10 * 60_000 };

/** What the service says of a project that a call made up: nothing to start a workflow for, and no failure either. */
const MADE_UP: ReadonlySet<FailureClass> = new Set(['failed', 'invalidRequest', 'sourceProblem']);

/**
 * Turns an acknowledged call into items: asks the service for the project, leaves out clips that were delivered
 * before, and emits the rest.
 *
 * @param context - the running trigger; its input is what the webhook handed over
 * @throws NodeOperationError or NodeApiError when the service cannot be asked, with the project ID
 */
export async function deliver(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const options = readCollection(context, 'options', 0);
	const output = checkOption('output', options.output ?? 'clips', OUTPUTS);
	const selection = checkSelection(options);
	if (!output.ok || !selection.ok) {
		const rules = problemsIn([output, selection]).map(({ field, rule }) => `${field} ${rule}`);
		throw new NodeOperationError(context.getNode(), rules.join('; '));
	}
	const project = await readProject(context);
	if (project === null) return [];

	const clips =
		options.ignoreDuplicates === false ? (project.clips ?? []) : await leaveOutDelivered(context, project);
	const remaining = { ...project, clips };
	const items = clips.length === 0 ? [] : clipOutput(remaining, selection.value, output.value);
	if (items.length === 0) hintAtNoClips(context, project);
	return items.map((json) => ({ json, pairedItem: { item: 0 } }));
}

/** The project that a call speaks of; null when the service does not know it. */
async function readProject(context: IExecuteFunctions): Promise<Project | null> {
	const { projectId, body } = context.getInputData()[0]?.json ?? {};
	if (typeof body === 'string') return readDeliveredProject(body);
	const checked = checkProjectId(projectId);
	if (!checked.ok) return null;

	const awaited = { projectId: checked.value, policy: PATIENCE };
	const service = await openService(context);
	const { signal } = stopController(context);
	const ends = await waitForProjects(service, [awaited], { askFirst: true, signal });
	const end = ends.get(checked.value) ?? { end: 'stopped' };
	if (end.end === 'ready') return end.project;
	if (end.end === 'failed' && MADE_UP.has(end.failure.outcome)) return null;
	throw waitFailure(context, 0, checked.value, end).error;
}
