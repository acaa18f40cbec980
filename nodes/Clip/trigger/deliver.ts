import type { IExecuteFunctions } from 'n8n-workflow';
import { whyNoClips } from '../get/rules/advice';
import { clipOutput, selectClips } from '../get/rules/selection';
import type { JsonObject } from '../lib/json';
import { joined } from '../lib/text';
import { readText } from '../lib/values';
import { hint } from '../n8n/execution';
import { failureFrom, failureOf, type ItemFailure, withRemark } from '../n8n/failures';
import { endAtFailure, isFailedItem, type Outcome, type OutputItem, readItems } from '../n8n/outcomes';
import { withAccounts } from '../service/accounts';
import { evidenceOf } from '../service/rules/advice';
import type { FailedAnswer } from '../service/rules/answer';
import { type Project, readProjectId } from '../service/rules/project';
import { waitFailure } from '../wait/results';
import { type DuplicateMode, keyOfClip, leaveOutDelivered } from './duplicates';
import { followUp, MOST_WAITS } from './followUp';
import {
	adviceOnTooMany,
	adviceOnUnknown,
	allTaken,
	calledFor,
	NOT_FOLLOWED_UP,
	startAgain,
	calledWithoutClips,
} from './rules/advice';
import { failedProject, isProjectFailure } from './rules/delivery';
import { type TriggerParameters, triggerParameters } from './trigger.schema';

/**
 * Turns a call into items: asks the service for the project, leaves out clips that were delivered before, and gives the rest.
 *
 * @param context - the running trigger; its input is what the webhook has taken
 * @throws NodeEnded with the project ID when the clips could not be had, unless the node continues on fail
 */
export async function deliver(context: IExecuteFunctions): Promise<Array<Outcome<OutputItem>>> {
	const projectId = readProjectId(context.getInputData()[0]?.json.projectId);
	if (projectId === undefined) return [];
	const outcomes = await answerCall(context, projectId).catch((error: unknown) => [
		{ itemIndex: 0, failure: namingProject(failureFrom(error), projectId) },
	]);
	endAtFailure(context, outcomes);
	return outcomes;
}

async function answerCall(
	context: IExecuteFunctions,
	projectId: string,
): Promise<Array<Outcome<OutputItem>>> {
	// A credential that cannot be used ends it at once, not after Max Wait.
	const read = readItems(context, triggerParameters, NOT_FOLLOWED_UP);
	const [settings] = await withAccounts(context, read, NOT_FOLLOWED_UP);
	if (settings === undefined) return [];
	const itemIndex = 0;
	if (isFailedItem(settings)) {
		return [{ itemIndex, failure: namingProject(settings.failure, projectId) }];
	}
	const end = await followUp(context, settings.account, projectId, settings.maxWait);
	if (end.kind === 'tooMany') {
		return [{ itemIndex, failure: tooManyWaits(projectId, end.lastFailure) }];
	}
	if (end.kind === 'answered') {
		const { project, idInAnswer } = end.answer;
		return asOutput(await clipsOf(context, withId(project, idInAnswer), settings));
	}
	if (end.kind === 'failed' && end.failure.standing === 'unknown') {
		const nothing = calledWithoutClips(end.failure);
		context.logger.warn(nothing);
		// Anybody can call who knows the URL, so nobody fills the list of executions with errors.
		if (hasSecret(context)) return [{ itemIndex, failure: unknownProject(projectId, end.failure) }];
		hint(context, nothing);
		return [];
	}
	if (end.kind === 'failed' && isProjectFailure(end.failure)) {
		return asOutput(await failureItem(context, projectId, end.failure, settings));
	}
	const failure = withRemark(waitFailure('caller', projectId, end), startAgain(projectId));
	return [{ itemIndex, failure }];
}

const asOutput = (jsons: readonly JsonObject[]): OutputItem[] =>
	jsons.map((json) => ({ itemIndex: 0, json }));

function duplicatesOf(context: IExecuteFunctions, { ignoreDuplicates }: TriggerParameters): DuplicateMode {
	const mode = context.getMode();
	if (!ignoreDuplicates || mode === 'manual') return 'none';
	return mode === 'retry' ? 'record' : 'leaveOut';
}

/** The project with the service's own ID. The call may spell it differently (01 for 1), and duplicates are found by ID. */
function withId(project: Project, idInAnswer: string | null): Project {
	const projectId = idInAnswer ?? project.projectId;
	return { ...project, projectId, clips: (project.clips ?? []).map((clip) => ({ ...clip, projectId })) };
}

async function clipsOf(
	context: IExecuteFunctions,
	project: Project,
	settings: TriggerParameters,
): Promise<JsonObject[]> {
	const all = project.clips ?? [];
	const duplicates = duplicatesOf(context, settings);
	const clips = [...(await leaveOutDelivered(context, all, keyOfClip, duplicates))];
	if (clips.length === 0 && all.length > 0) {
		hint(context, allTaken(project.projectId));
		return [];
	}
	const items =
		clips.length === 0 ? [] : clipOutput(project, selectClips(clips, settings.selection), settings);
	if (items.length === 0) hint(context, whyNoClips({ ...project, clips, clipCount: clips.length }));
	return items;
}

/** Whether calls need a secret, so that this one is of the service. */
const hasSecret = (context: IExecuteFunctions): boolean => (context.getNode().parameters.secret ?? '') !== '';

function unknownProject(projectId: string, failure: FailedAnswer): ItemFailure {
	const facts = { projectId, code: readText(failure.code) ?? null, evidence: evidenceOf(failure) };
	const advice = adviceOnUnknown(projectId, failure);
	return withRemark(failureOf(advice, failure.kind, facts), startAgain(projectId));
}

/** What comes out for a project of which the service says that it failed. */
async function failureItem(
	context: IExecuteFunctions,
	calledId: string,
	failure: FailedAnswer,
	settings: TriggerParameters,
): Promise<JsonObject[]> {
	hint(context, calledWithoutClips(failure));
	if (settings.event !== 'readyOrFailed') return [];
	const project = failedProject(readProjectId(failure.idInAnswer) ?? calledId, failure);
	const keyOf = () => `${project.projectId}/failed`;
	return [...(await leaveOutDelivered(context, [project], keyOf, duplicatesOf(context, settings)))];
}

function tooManyWaits(projectId: string, last: FailedAnswer | null): ItemFailure {
	const advice = adviceOnTooMany(projectId, MOST_WAITS, last);
	const evidence = last === null ? '' : evidenceOf(last);
	return withRemark(failureOf(advice, 'timedOut', { projectId, evidence }), startAgain(projectId));
}

/** For a failure that does not name the project, such as that of a credential: the service does not call again. */
const namingProject = (failure: ItemFailure, projectId: string): ItemFailure => ({
	...withRemark(failure, joined(calledFor(projectId), startAgain(projectId))),
	projectId,
});
