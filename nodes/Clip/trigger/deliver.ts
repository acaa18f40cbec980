import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { clipOutput, hintAtNoClips, OUTPUTS } from '../operations/clipOutput';
import { inputFailure, isFailure, type ItemFailure, waitFailure } from '../operations/itemFailure';
import { type ItemResult, toItems } from '../operations/itemResult';
import { readMaxWait } from '../operations/waitOptions';
import { hint, readCollection, stopController } from '../operations/parameters';
import { adviceOn } from '../service/advice';
import { checkOption, problemsIn } from '../service/checked';
import { type FailedProject, failedProject, hasFailed, isUnknown, readDelivery } from '../service/delivery';
import type { PollingPolicy } from '../service/polling';
import type { Project } from '../service/project';
import { checkProjectId } from '../service/projectId';
import { checkSelection } from '../service/selection';
import { openService } from '../transport/service';
import { waitForProjects } from '../transport/waiting';
import { leaveOutDelivered, wasDelivered } from './duplicates';
import { DEFAULT_WAIT_MINUTES, properties } from './parameters';

/** A call may come before the service shows the clips, and the service may be down just then. */
const PATIENCE = { pollInterval: 10_000, longestInterval: 60_000 };

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
	const { output = 'clips', ignoreDuplicates, alsoStartOnFailure } = options.value;
	const checks = [
		checkOption('output', output, OUTPUTS),
		checkSelection(options.value),
		readMaxWait(options.value.maxWait, DEFAULT_WAIT_MINUTES),
	] as const;
	const [chosen, selection, maxWait] = checks;
	if (!chosen.ok || !selection.ok || !maxWait.ok) {
		return inputFailure(context, 0, problemsIn(checks), properties);
	}

	const delivery = await readDelivered(context, { ...PATIENCE, maxWait: maxWait.value });
	if (delivery === null || isFailure(delivery)) return delivery ?? [];
	const freshOnly = ignoreDuplicates !== false;
	if ('failed' in delivery) {
		const { failed } = delivery;
		if (alsoStartOnFailure !== true || (freshOnly && (await wasDelivered(context, failed)))) return [];
		return [failed];
	}

	const { project } = delivery;
	const everything = project.clips ?? [];
	const clips = freshOnly ? await leaveOutDelivered(context, project) : everything;
	if (clips.length === 0 && everything.length > 0) {
		hint(context, `All clips of project ${project.projectId} have started this workflow before.`);
		return [];
	}
	const items = clips.length === 0 ? [] : clipOutput({ ...project, clips }, selection.value, chosen.value);
	if (items.length === 0) hintAtNoClips(context, { ...project, clips, clipCount: clips.length });
	return items;
}

type Delivered = { project: Project } | { failed: FailedProject };

/** What a call is about; null when the service itself says that there is nothing. */
async function readDelivered(
	context: IExecuteFunctions,
	policy: PollingPolicy,
): Promise<Delivered | ItemFailure | null> {
	const { projectId, body } = context.getInputData()[0]?.json ?? {};
	const checked = checkProjectId(projectId);
	if (!checked.ok) return null;
	if (typeof body === 'string') {
		const delivery = readDelivery(body);
		if (delivery === null || 'project' in delivery) return delivery;
		return { failed: failedProject(checked.value, delivery.failure) };
	}

	const service = await openService(context);
	const { signal } = stopController(context);
	const awaited = { projectId: checked.value, policy };
	const ends = await waitForProjects(service, [awaited], { askFirst: true, signal });
	const end = ends.get(checked.value) ?? { end: 'stopped' };
	if (end.end === 'ready') return { project: end.project };
	if (end.end === 'failed' && (hasFailed(end.failure) || isUnknown(end.failure))) {
		const { title, description } = adviceOn('query', end.failure);
		hint(context, `A call came in for which the service has no clips. ${title}. ${description}`);
		return isUnknown(end.failure) ? null : { failed: failedProject(checked.value, end.failure) };
	}
	return waitFailure(context, 0, checked.value, end);
}
