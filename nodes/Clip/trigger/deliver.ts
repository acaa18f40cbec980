import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import {
	checkSelection,
	clipOutput,
	type Output,
	OUTPUTS,
	type Selection,
	whyNoClips,
} from '../get/rules/selection';
import { accept, allAccepted, type Checked, checkOption, checkSwitch, problemsIn } from '../lib/checked';
import { withAccounts } from '../service/accounts';
import { adviceOn, evidenceOf, lastWordsOf, PROJECT_CONTINUES, wordsOf } from '../service/rules/advice';
import { joined } from '../lib/values';
import type { Failure } from '../service/rules/answer';
import { failedProject, hasFailed, isUnknown } from '../service/rules/delivery';
import { checkProjectId, type Project } from '../service/rules/project';
import {
	addToError,
	asFailure,
	inputFailure,
	isFailure,
	type ItemFailure,
	itemFailure,
	type NothingDone,
} from '../n8n/failures';
import { type ItemResult, toItems } from '../n8n/items';
import { hint, readCollection } from '../n8n/parameters';
import { readMaxWait } from '../wait/readWait';
import { type DuplicateMode, keyOfClip, leaveOutDelivered } from './duplicates';
import { followUp, MOST_WAITS } from './followUp';
import { DEFAULT_WAIT_MINUTES, optionsField, properties } from './trigger.fields';

/** The settings of the trigger. */
interface Settings extends Selection {
	output: Output;
	/** Whether a failed project comes out, too. */
	failures: boolean;
	duplicates: DuplicateMode;
	/** For how long to ask after a call, in milliseconds. */
	maxWait: number;
}

/** What may start the workflow. */
const EVENTS = ['ready', 'readyOrFailed'] as const;

function readSettings(context: IExecuteFunctions): Checked<Settings> {
	const options = readCollection(context, optionsField, 0);
	if (!options.ok) return options;
	const { output = 'clips', ignoreDuplicates = true, maxWait } = options.value;
	const checks = {
		event: checkOption('event', context.getNodeParameter('event', 0, 'ready'), EVENTS),
		output: checkOption('output', output, OUTPUTS),
		selection: checkSelection(options.value),
		maxWait: readMaxWait(maxWait, DEFAULT_WAIT_MINUTES),
		ignoresDuplicates: checkSwitch('ignoreDuplicates', ignoreDuplicates),
	};
	if (!allAccepted(checks)) return { ok: false, problems: problemsIn(checks) };
	return accept({
		output: checks.output.value,
		...checks.selection.value,
		failures: checks.event.value === 'readyOrFailed',
		duplicates: checks.ignoresDuplicates.value ? duplicateModeIn(context.getMode()) : 'none',
		maxWait: checks.maxWait.value,
	});
}

function duplicateModeIn(mode: string): DuplicateMode {
	if (mode === 'manual') return 'none';
	return mode === 'retry' ? 'record' : 'leaveOut';
}

/**
 * Turns a call into items: asks the service for the project, leaves out clips that were delivered before, and gives the rest.
 *
 * @param context - the running trigger; its input is what the webhook has taken
 * @throws NodeOperationError or NodeApiError with the project ID when the clips could not be had, unless the node continues on
 * fail
 */
export async function deliver(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const id = checkProjectId(context.getInputData()[0]?.json.projectId);
	if (!id.ok) return [];
	const result = await answerCall(context, id.value).catch((error: unknown) =>
		withProject(asFailure(context, 0, error), id.value),
	);
	if (isFailure(result) && !context.continueOnFail()) throw result.error;
	return toItems([result]);
}

async function answerCall(context: IExecuteFunctions, projectId: string): Promise<ItemResult> {
	const read = readSettings(context);
	if (!read.ok) {
		const todo = 'Correct the parameter.';
		return withProject(inputFailure(context, 0, read.problems, properties, todo), projectId);
	}
	const settings = read.value;
	// One that cannot be used ends it at once, not after Max Wait.
	const [opened] = await withAccounts(context, [settings], COSTS_NOTHING);
	if (opened !== undefined && isFailure(opened)) return withProject(opened, projectId);
	const end = await followUp(context, projectId, settings.maxWait);
	if (end.end === 'tooMany') return tooManyWaits(context, projectId, end.lastFailure);
	if (end.end === 'ready') return await clipsOf(context, withId(end.project, end.idInAnswer), settings);
	if (end.end === 'failed' && (hasFailed(end.failure) || isUnknown(end.failure))) {
		return await failureOf(context, projectId, end.failure, settings);
	}
	const { waitFailure } = await import('../wait/waitFailure');
	return waitFailure(context, 0, projectId, end, { remark: startAgain(projectId) });
}

/** The project with the service's own ID. The call may spell it differently (01 for 1), and duplicates are found by ID. */
function withId(project: Project, idInAnswer: string | null): Project {
	const projectId = idInAnswer ?? project.projectId;
	return { ...project, projectId, clips: (project.clips ?? []).map((clip) => ({ ...clip, projectId })) };
}

async function clipsOf(
	context: IExecuteFunctions,
	project: Project,
	settings: Settings,
): Promise<ItemResult> {
	const all = project.clips ?? [];
	const clips = [...(await leaveOutDelivered(context, all, keyOfClip, settings.duplicates))];
	if (clips.length === 0 && all.length > 0) {
		hint(context, `All clips of project ${project.projectId} were taken from an earlier call.`);
		return [];
	}
	const items = clips.length === 0 ? [] : clipOutput({ ...project, clips }, settings, settings.output);
	if (items.length === 0) hint(context, whyNoClips({ ...project, clips, clipCount: clips.length }));
	return items;
}

/** What comes out for a project of which the service says that it failed, or that there is none. */
async function failureOf(
	context: IExecuteFunctions,
	calledFor: string,
	failure: Failure,
	{ failures, duplicates }: Settings,
): Promise<ItemResult> {
	const { title } = adviceOn('query', failure);
	hint(context, `The trigger was called for a project without clips. ${title}. ${wordsOf(failure)}`);
	if (isUnknown(failure) || !failures) return [];
	const idInAnswer = checkProjectId(failure.idInAnswer);
	const project = failedProject(idInAnswer.ok ? idInAnswer.value : calledFor, failure);
	const keyOf = () => `${project.projectId}/failed`;
	return [...(await leaveOutDelivered(context, [project], keyOf, duplicates))];
}

/** A call that fails. */
const COSTS_NOTHING: NothingDone = { money: 'This cost no minutes', todo: '', next: '' };

const startAgain = (projectId: string): string =>
	`To start this workflow with its clips later, retry this execution, or send the body {"projectId":"${projectId}"} to the URL of the trigger by POST.`;

function tooManyWaits(context: IExecuteFunctions, projectId: string, last: Failure | null): ItemFailure {
	const reason = `${MOST_WAITS} executions of this trigger wait already, so this one checked its project only once.`;
	const words = last === null ? '' : lastWordsOf(last);
	const advice = {
		title: `Not ready yet: project ${projectId}`,
		description: joined(reason, PROJECT_CONTINUES, words),
	};
	const evidence = last === null ? '' : evidenceOf(last);
	const remark = startAgain(projectId);
	return itemFailure(context, 0, projectId, advice, 'timedOut', { evidence, remark });
}

/** For a failure that does not name the project, such as that of a credential: the service does not call again. */
function withProject({ error, details }: ItemFailure, projectId: string): ItemFailure {
	const whose = `The call was for project ${projectId}: use 'Get' with this project ID.`;
	addToError(error, joined(whose, startAgain(projectId)));
	error.context.projectId = projectId;
	return { error, details: { ...details, projectId } };
}
