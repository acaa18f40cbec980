import { jsonsOfProject, selectClips } from '../get/rules/selection';
import type { JsonObject } from '../lib/json';
import { readText } from '../lib/values';
import { addHint } from '../n8n/platform';
import { problemOfThrown } from '../n8n/foreignError';
import type { Execute } from '../n8n/operation';
import { type FailedItem, isFailed, checkForFatal, type OutputItem, type Results } from '../n8n/results';
import type { NodeExecution } from '../n8n/nodeExecution';
import { hintTexts } from '../problems/notices';
import { withProjectId, type Problem, makeProblem, withRemarks } from '../problems/problem';
import { readItems } from '../n8n/readItems';
import { openAccounts } from '../service/accounts';
import type { FailedAnswer } from '../service/rules/answer';
import { type Project, readProjectId } from '../service/rules/project';
import { problemOfAnswer } from '../service/rules/answerProblem';
import { hasProbablyFailed } from '../service/rules/codes';
import { problemOfWait } from '../wait/poll';
import { type DuplicateMode, keyOfClip, takeUndelivered } from './duplicates';
import { type CallEnd, pollCalledProject } from './pollCalledProject';
import { needsSecret } from './secret';
import { type TriggerSettings, triggerParameters } from './trigger.parameters';

/** Turns a call into items: asks the service for the project, and leaves out clips that were delivered before. */
export const deliverClips: Execute = async (execution) => {
	const projectId = readProjectId(execution.context.getInputData()[0]?.json.projectId);
	if (projectId === undefined) return { results: [] };
	const results = await resultsOfCall(execution, projectId).catch((error: unknown) => [
		toFailedItem(problemOfThrown(error)),
	]);
	return checkForFatal(
		execution,
		results.map((result) =>
			isFailed(result) ? toFailedItem(withCallRemark(result.problem, projectId)) : result,
		),
	);
};

const toFailedItem = (problem: Problem): FailedItem => ({ itemIndex: 0, problem });

/** The service does not call again, so the error says how to start the workflow with these clips. */
const withCallRemark = (problem: Problem, projectId: string): Problem =>
	withRemarks(withProjectId(problem, projectId), { code: 'startAgain', facts: { projectId } });

async function resultsOfCall(execution: NodeExecution, projectId: string): Promise<Results<OutputItem>> {
	// An unusable credential ends the execution at once, not after Max Wait.
	const opened = await openAccounts(
		execution,
		readItems(execution, triggerParameters, 'queryAfterCall'),
		'queryAfterCall',
	);
	const [settings] = opened.fatal === undefined ? opened.results : [opened.fatal];
	if (settings === undefined) return [];
	if (isFailed(settings)) return [settings];
	const { context } = execution;
	const end = await pollCalledProject(execution, settings.account, projectId, settings.maxWait);
	if (end.state === 'answered') {
		const { project, idInAnswer } = end.answer;
		return asOutput(await newClipsOf(execution, withId(project, idInAnswer), settings));
	}
	// A call for an unknown project may also be one too many: without a Secret that is no error either.
	const unknown = unknownProjectIn(end);
	if (unknown !== null) {
		const message = hintTexts.calledWithoutClips(problemOfAnswer(unknown));
		context.logger.warn(message);
		// Without a secret, anybody who knows the URL can call. Errors would let them fill the list of executions.
		if (!needsSecret(context.getNode())) {
			addHint(context, message);
			return [];
		}
	}
	if (end.state === 'tooManyWaits') {
		const { state, ...facts } = end;
		return [toFailedItem(makeProblem(state, { projectId, ...facts }))];
	}
	if (unknown !== null)
		return [toFailedItem(makeProblem('unknownToService', { projectId, answer: unknown }))];
	if (end.state === 'failed' && hasProbablyFailed(end.failure)) {
		return asOutput(await failureItems(execution, projectId, end.failure, settings));
	}
	return [toFailedItem(problemOfWait(projectId, end))];
}

/** The last answer, if it says that the service does not know the project. */
function unknownProjectIn(end: CallEnd): FailedAnswer | null {
	const last = end.state === 'failed' ? end.failure : end.state === 'tooManyWaits' ? end.lastFailure : null;
	return last?.standing === 'unknownProject' ? last : null;
}

const asOutput = (jsons: readonly JsonObject[]): OutputItem[] =>
	jsons.map((json) => ({ itemIndex: 0, json }));

/** A test and its Retry are no calls of the service: they neither leave out clips nor record them. */
function duplicateModeOf(
	{ wasStartedManually, isRetry }: NodeExecution,
	{ ignoreDuplicates }: TriggerSettings,
): DuplicateMode {
	if (!ignoreDuplicates || wasStartedManually) return 'ignore';
	return isRetry ? 'record' : 'leaveOut';
}

/** Gives a project the ID that the service itself writes. A call may spell it differently (01 for 1), and duplicates are found by ID. */
function withId(project: Project, idInAnswer: string | null): Project {
	const projectId = idInAnswer ?? project.projectId;
	return { ...project, projectId, clips: (project.clips ?? []).map((clip) => ({ ...clip, projectId })) };
}

async function newClipsOf(
	execution: NodeExecution,
	project: Project,
	settings: TriggerSettings,
): Promise<JsonObject[]> {
	const { context } = execution;
	// Clips that do not pass the filters do not count as delivered.
	const all = project.clips ?? [];
	const wanted = selectClips(all, settings.selection);
	const mode = duplicateModeOf(execution, settings);
	if (wanted.length === 0) {
		addHint(context, hintTexts.whyNoClips(project));
		if (all.length === 0 || settings.output !== 'project') return [];
		// With Output 'Project', a project comes out once even if none of its clips passes.
		const keyOf = () => `${project.projectId}/none`;
		const [fresh] = await takeUndelivered(context, [project], keyOf, mode);
		return fresh === undefined ? [] : jsonsOfProject(fresh, [], settings);
	}
	const fresh = await takeUndelivered(context, wanted, keyOfClip, mode);
	if (fresh.length === 0) addHint(context, hintTexts.allDeliveredBefore(project.projectId));
	return fresh.length === 0 ? [] : jsonsOfProject(project, fresh, settings);
}

async function failureItems(
	execution: NodeExecution,
	calledId: string,
	failure: FailedAnswer,
	settings: TriggerSettings,
): Promise<JsonObject[]> {
	addHint(execution.context, hintTexts.calledWithoutClips(problemOfAnswer(failure)));
	if (settings.event !== 'readyOrFailed') return [];
	const projectId = readProjectId(failure.idInAnswer) ?? calledId;
	const { code, message } = failure;
	const project = { projectId, status: 'failed', code: readText(code) ?? null, message };
	const keyOf = () => `${projectId}/failed`;
	return [
		...(await takeUndelivered(execution.context, [project], keyOf, duplicateModeOf(execution, settings))),
	];
}
