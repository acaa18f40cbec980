import type { IExecuteFunctions } from 'n8n-workflow';
import { clipOutput, selectClips } from '../get/rules/selection';
import type { JsonObject } from '../lib/json';
import { hint } from '../n8n/execution';
import { problemFrom } from '../n8n/failures';
import { endAtFailure, isFailedItem, type Outcome, type OutputItem, readItems } from '../n8n/outcomes';
import { hintTexts } from '../problems/notices';
import { aboutProject, type Note, type Problem, problem, withNotes } from '../problems/problem';
import { withAccounts } from '../service/accounts';
import type { FailedAnswer } from '../service/rules/answer';
import { type Project, readProjectId } from '../service/rules/project';
import { problemOf } from '../service/rules/refusal';
import { waitProblem } from '../wait/results';
import { type DuplicateMode, keyOfClip, leaveOutDelivered } from './duplicates';
import { followUp, MOST_WAITS } from './followUp';
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
		{ itemIndex: 0, problem: namingProject(problemFrom(error), projectId) },
	]);
	endAtFailure(context, outcomes);
	return outcomes;
}

async function answerCall(
	context: IExecuteFunctions,
	projectId: string,
): Promise<Array<Outcome<OutputItem>>> {
	// A credential that cannot be used ends it at once, not after Max Wait.
	const read = readItems(context, triggerParameters, 'followUp');
	const [settings] = await withAccounts(context, read, 'followUp');
	if (settings === undefined) return [];
	const itemIndex = 0;
	if (isFailedItem(settings)) {
		return [{ itemIndex, problem: namingProject(settings.problem, projectId) }];
	}
	const end = await followUp(context, settings.account, projectId, settings.maxWait);
	if (end.kind === 'tooMany') {
		const facts = { projectId, most: MOST_WAITS, last: end.lastFailure };
		return [{ itemIndex, problem: withNotes(problem('tooManyWaits', facts), startAgain(projectId)) }];
	}
	if (end.kind === 'answered') {
		const { project, idInAnswer } = end.answer;
		return asOutput(await clipsOf(context, withId(project, idInAnswer), settings));
	}
	if (end.kind === 'failed' && end.failure.standing === 'unknown') {
		const nothing = hintTexts.calledWithoutClips(problemOf('query', end.failure));
		context.logger.warn(nothing);
		// Anybody can call who knows the URL, so nobody fills the list of executions with errors.
		if (hasSecret(context)) {
			const unknown = problem('unknownToService', { projectId, answer: end.failure });
			return [{ itemIndex, problem: withNotes(unknown, startAgain(projectId)) }];
		}
		hint(context, nothing);
		return [];
	}
	if (end.kind === 'failed' && isProjectFailure(end.failure)) {
		return asOutput(await failureItem(context, projectId, end.failure, settings));
	}
	return [{ itemIndex, problem: withNotes(waitProblem(projectId, end), startAgain(projectId)) }];
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
		hint(context, hintTexts.allTaken(project.projectId));
		return [];
	}
	const items =
		clips.length === 0 ? [] : clipOutput(project, selectClips(clips, settings.selection), settings);
	if (items.length === 0) hint(context, hintTexts.whyNoClips({ ...project, clips, clipCount: clips.length }));
	return items;
}

/** Whether calls need a secret, so that this one is of the service. */
const hasSecret = (context: IExecuteFunctions): boolean => (context.getNode().parameters.secret ?? '') !== '';

/** What comes out for a project of which the service says that it failed. */
async function failureItem(
	context: IExecuteFunctions,
	calledId: string,
	failure: FailedAnswer,
	settings: TriggerParameters,
): Promise<JsonObject[]> {
	hint(context, hintTexts.calledWithoutClips(problemOf('query', failure)));
	if (settings.event !== 'readyOrFailed') return [];
	const project = failedProject(readProjectId(failure.idInAnswer) ?? calledId, failure);
	const keyOf = () => `${project.projectId}/failed`;
	return [...(await leaveOutDelivered(context, [project], keyOf, duplicatesOf(context, settings)))];
}

const startAgain = (projectId: string): Note => ({ note: 'startAgain', facts: { projectId } });

/** For a problem that does not name the project, such as that of a credential: the service does not call again. */
const namingProject = (unnamed: Problem, projectId: string): Problem =>
	withNotes(
		aboutProject(unnamed, projectId),
		{ note: 'calledFor', facts: { projectId } },
		startAgain(projectId),
	);
