import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { clipOutput, whyNoClips } from '../get/rules/selection';
import { asFailure, isFailure, type ItemFailure, unknownOperation } from '../n8n/failures';
import { waitFailure } from '../wait/failures';
import { type ItemResult, toItems } from '../n8n/items';
import { hint } from '../n8n/parameters';
import { endOf } from '../wait/helpers/settle';
import { type Message, readMessage } from '../wait/rules/helperStates';
import { adviceOn, joined } from '../interface/advice';
import { failedProject, hasFailed, isUnknown } from '../interface/delivery';
import { isJsonObject } from '../lib/json';
import type { WaitResult } from '../wait/rules/polling';
import { checkProjectId, type Project } from '../interface/project';
import { readId } from '../lib/values';
import { leaveOutDelivered, type Ready, wasDelivered } from './duplicates';
import { restoreWanted, type Wanted } from './wanted';

/**
 * What comes out for a call.
 *
 * @param context - the running trigger, or the last step of its keeper
 * @param projectId - the project that the call spoke of
 * @param end - what became of it
 * @param wanted - what the user wants of it
 */
export async function handOn(
	context: IExecuteFunctions,
	projectId: string,
	end: WaitResult,
	wanted: Wanted,
): Promise<ItemResult> {
	if (end.end === 'ready') return await handOnClips(context, end, wanted);
	const tellsOfProject = end.end === 'failed' && (hasFailed(end.failure) || isUnknown(end.failure));
	if (!tellsOfProject) return waitFailure(context, 0, projectId, end, startAgain(projectId));

	const { title, description } = adviceOn('query', end.failure);
	hint(context, `The trigger was called for a project without clips. ${title}. ${description}`);
	if (isUnknown(end.failure) || !wanted.failures) return [];
	const named = checkProjectId(end.failure.named);
	const failed = failedProject(named.ok ? named.value : projectId, end.failure);
	return (await wasDelivered(context, failed, wanted.memory)) ? [] : [failed];
}

const startAgain = (projectId: string): string =>
	`To start this workflow with its clips later, send the body {"projectId":"${projectId}"} to the URL of the trigger by POST.`;

/**
 * What comes out for a call; whatever goes wrong, the user learns whose clips are missing, and how to get them: the service
 * does not call again.
 *
 * @param projectId - the project that the call spoke of
 * @param work - finds out what comes out
 */
export async function namingProject(
	context: IExecuteFunctions,
	projectId: string,
	work: () => Promise<ItemResult>,
): Promise<ItemResult> {
	try {
		return await work();
	} catch (error) {
		return withProject(asFailure(context, 0, error), projectId);
	}
}

/**
 * A failure that knows nothing of the project, such as that of a credential.
 *
 * @param failure - the failure
 * @param projectId - the project that the call spoke of
 */
export function withProject({ error, details }: ItemFailure, projectId: string): ItemFailure {
	const whose = `The call was for project ${projectId}: use 'Get' with this project ID.`;
	const description = joined(error.description ?? '', whose, startAgain(projectId));
	error.description = description;
	error.context.projectId = projectId;
	return { error, details: { ...details, projectId, description } };
}

/** The project with the ID that the service gives it: the one in the call may be a stranger's spelling of it. */
function withOwnId({ project, named }: Ready): Project {
	if (named === null || named === project.projectId) return project;
	const clips = project.clips?.map((clip) => ({ ...clip, projectId: named }));
	return { ...project, projectId: named, ...(clips && { clips }) };
}

async function handOnClips(context: IExecuteFunctions, ready: Ready, wanted: Wanted) {
	const project = withOwnId(ready);
	const everything = project.clips ?? [];
	const clips = await leaveOutDelivered(context, { project, named: ready.named }, wanted.memory);
	if (clips.length === 0 && everything.length > 0) {
		hint(context, `All clips of project ${project.projectId} have started this workflow before.`);
		return [];
	}
	const items = clips.length === 0 ? [] : clipOutput({ ...project, clips }, wanted, wanted.output);
	if (items.length === 0) hint(context, whyNoClips({ ...project, clips, clipCount: clips.length }));
	return items;
}

const LOST = { end: 'broken', reason: 'n8n lost the data of the execution.' } as const;

/** A project as a poller of ours has stored it. */
const isStoredProject = (value: unknown): value is Project =>
	isJsonObject(value) && checkProjectId(value.projectId).ok && value.status === 'ready';

/**
 * Hand on: the last step of a keeper that works for the trigger; users cannot choose it.
 *
 * @param context - the running step; its input is what the keeper hands over
 * @throws NodeOperationError or NodeApiError when the project's clips could not be had, unless the trigger continues on fail
 */
export async function handOnLate(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const message = readMessage(context.getInputData()[0]?.json);
	if (message === null) throw unknownOperation(context);
	if (message.kind === 'left') return [[]];
	const { projectId, end, wanted: wish } = told(message);
	const wanted = restoreWanted(wish);
	// What another version wanted may be unreadable.
	if (wanted === null) throw waitFailure(context, 0, projectId, LOST, startAgain(projectId)).error;
	const result = await namingProject(
		context,
		projectId,
		async () => await handOn(context, projectId, end, wanted),
	);
	if (isFailure(result) && !wanted.continues) throw result.error;
	return [toItems([result])];
}

/** What a keeper says of the project of a call. */
function told(message: Message): { projectId: string; end: WaitResult; wanted: unknown } {
	if (message.kind === 'verdict') return { ...message.verdict, wanted: message.wanted };
	if (message.kind === 'ended') {
		const { watched, wanted } = message.task.watch;
		return { projectId: watched[0]?.projectId ?? '', end: endOf(message), wanted };
	}
	const [project] = message.kind === 'settled' ? message.jsons : [];
	const wanted = message.kind === 'settled' ? message.wanted : undefined;
	const named = isJsonObject(wanted) ? (readId(wanted.named) ?? null) : null;
	return isStoredProject(project)
		? { projectId: project.projectId, end: { end: 'ready', project, named }, wanted }
		: { projectId: readId(project?.projectId) ?? '', end: LOST, wanted };
}
