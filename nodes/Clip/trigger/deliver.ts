import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { clipOutput, hintAtNoClips, OUTPUTS } from '../operations/clipOutput';
import { inputFailure, isFailure, type ItemFailure, waitFailure } from '../operations/itemFailure';
import { type ItemResult, toItems } from '../operations/itemResult';
import { hint, readCollection, stopController } from '../operations/parameters';
import { adviceOn } from '../service/advice';
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
import { properties } from './parameters';

/** A call may come before the service shows the clips, and the service may be down just then. */
const PATIENCE: PollingPolicy = { pollInterval: 15_000, maxWait: 10 * 60_000 };

/** What the service itself says of a project that a call made up, or that failed: no clips to start a workflow for. */
const NO_CLIPS: ReadonlySet<FailureClass> = new Set(['failed', 'invalidRequest', 'sourceProblem']);

/**
 * Turns an acknowledged call into items: asks the service for the project, leaves out clips that were delivered
 * before, and emits the rest.
 *
 * @param context - the running trigger; its input is what the webhook handed over
 * @throws NodeOperationError or NodeApiError with the project ID when the service cannot be asked, unless the node
 * continues on fail
 */
export async function deliver(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const result = await readClips(context);
	if (isFailure(result) && !context.continueOnFail()) throw result.error;
	return toItems([result]);
}

async function readClips(context: IExecuteFunctions): Promise<ItemResult> {
	const options = readCollection(context, 'options', 0);
	if (!options.ok) return inputFailure(context, 0, options.problems, properties);
	const output = checkOption('output', options.value.output ?? 'clips', OUTPUTS);
	const selection = checkSelection(options.value);
	if (!output.ok || !selection.ok) {
		return inputFailure(context, 0, problemsIn([output, selection]), properties);
	}

	const project = await readProject(context);
	if (project === null) return [];
	if (isFailure(project)) return project;
	const everything = project.clips ?? [];
	const clips =
		options.value.ignoreDuplicates === false ? everything : await leaveOutDelivered(context, project);
	if (clips.length === 0 && everything.length > 0) {
		hint(context, `All clips of project ${project.projectId} have started this workflow before.`);
		return [];
	}
	const items = clips.length === 0 ? [] : clipOutput({ ...project, clips }, selection.value, output.value);
	if (items.length === 0) hintAtNoClips(context, { ...project, clips, clipCount: clips.length });
	return items;
}

/** The project that a call speaks of; null when the service itself says that it has no clips to give. */
async function readProject(context: IExecuteFunctions): Promise<Project | ItemFailure | null> {
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
	// Without a code it was not the service that spoke, but a server in front of it: the call may be a real one.
	if (end.end === 'failed' && NO_CLIPS.has(end.failure.outcome) && end.failure.code !== null) {
		const { title, description } = adviceOn('query', end.failure);
		hint(context, `A call came in for which the service has no clips. ${title}. ${description}`);
		return null;
	}
	return waitFailure(context, 0, checked.value, end);
}
