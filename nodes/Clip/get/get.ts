import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isSuccess, mayChangeSoon } from '../service/rules/answer';
import {
	accept,
	allAccepted,
	type Checked,
	checkOption,
	checkSwitch,
	problemsIn,
	refuse,
} from '../lib/checked';
import type { JsonObject } from '../lib/json';
import { isClip } from '../service/rules/clip';
import type { Project } from '../service/rules/project';
import {
	checkSelection,
	clipOutput,
	type Output,
	OUTPUTS,
	type Selection,
	whyNoClips,
} from './rules/selection';
import { checkFileOptions, type FileOptions } from '../download/checkFile';
import { withAccounts, type WithAccount } from '../service/accounts';
import { openService, type Service } from '../service/client';
import { CLIPS_FOR_AGENTS } from '../service/rules/vocabulary';
import { queryBriefly, queryEach } from '../service/queries';
import { description, downloadFilesField, filtersField, IF_NOT_READY, optionsField } from './get.fields';
import { inputFailure, isFailure, type ItemFailure } from '../n8n/failures';
import { isToolCall } from '../n8n/host';
import { checkItems, joinResults, withoutFailures, toItems } from '../n8n/items';
import { hint, readCollection, readGiven, stopController } from '../n8n/parameters';
import { checkProject } from '../wait/readWait';
import type { WaitResult } from '../wait/rules/polling';
import type { WaitingItem } from '../wait/rules/watching';
import type { ProjectResult } from '../wait/waitFailure';

/** An input item that has passed all checks. */
interface GetItem extends Omit<WaitingItem, 'account'> {
	ifNotReady: (typeof IF_NOT_READY)[number];
	output: Output;
	selection: Selection;
	/** How to download the files of the clips; null when nobody wants them. */
	files: FileOptions | null;
}

/**
 * Get: the clips of each item's project, best first, one item for each clip, linked to the input item.
 *
 * @throws NodeOperationError or NodeApiError when a project has no clips to give, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const checked = await withAccounts(
		context,
		checkItems(context, (itemIndex) => checkItem(context, itemIndex)),
	);
	const service = openService(context);
	const stop = stopController(context);
	const items = withoutFailures(checked);
	hintAtClipsAsInput(context, items);
	const results = await resultsFor(context, service, items, stop.signal).catch(async (error: unknown) => {
		const { withOtherProjects } = await import('../wait/waitFailure');
		throw withOtherProjects(context, error, items);
	});
	const outputs = joinResults(checked, results, (item, { project }) => output(context, item, project));
	if (!items.some(({ files }) => files !== null)) return toItems(outputs);
	const { withFiles } = await import('./files');
	return await withFiles(
		context,
		outputs,
		checked.map((item) => (isFailure(item) ? null : item.files)),
		stop,
	);
}

/** Behind another Get, or the trigger, each input item is a clip, and all clips of its project come out for each of them. */
function hintAtClipsAsInput(context: IExecuteFunctions, items: readonly GetItem[]): void {
	const input = context.getInputData();
	const clips = items.filter(({ itemIndex }) => isClip(input[itemIndex]?.json ?? {}));
	const projects = new Set(clips.map(({ projectId }) => projectId));
	if (clips.length === projects.size) return;
	const message = `The input holds ${clips.length} clips of ${projects.size === 1 ? 'one project' : `${projects.size} projects`}. For each of them, all clips of its project come out. If you need each clip once, remove this node, or switch on 'Execute Once' in its settings.`;
	hint(context, message);
}

function checkItem(context: IExecuteFunctions, itemIndex: number): GetItem | ItemFailure {
	const collection = readCollection(context, optionsField, itemIndex);
	const options = collection.ok ? collection.value : {};
	// A chat should not hang for many minutes.
	const { ifNotReady = isToolCall(context) ? 'status' : 'wait', output = 'clips' } = options;
	const checks = {
		project: checkProject(context, itemIndex, options),
		ifNotReady: checkOption('ifNotReady', ifNotReady, IF_NOT_READY),
		output: checkOption('output', output, OUTPUTS),
		selection: readSelection(context, itemIndex, isToolCall(context) && output === 'clips'),
		files: checkFiles(context, itemIndex, options),
		collection,
	};
	if (!allAccepted(checks)) return inputFailure(context, itemIndex, problemsIn(checks), description);
	return {
		...checks.project.value,
		ifNotReady: checks.ifNotReady.value,
		output: checks.output.value,
		selection: checks.selection.value,
		files: checks.files.value,
	};
}

function checkFiles(
	context: IExecuteFunctions,
	itemIndex: number,
	options: JsonObject,
): Checked<FileOptions | null> {
	if (isToolCall(context)) return accept(null);
	const given = readGiven(context, [downloadFilesField], itemIndex);
	if (!given.ok) return given;
	const isWanted = checkSwitch(downloadFilesField.name, given.value[downloadFilesField.name]);
	if (!isWanted.ok) return isWanted;
	if (!isWanted.value) return accept(null);
	return options.output === 'project'
		? refuse('downloadFiles', "must be off where 'Output' is 'Project'")
		: checkFileOptions(context, itemIndex, options);
}

function readSelection(context: IExecuteFunctions, itemIndex: number, forAgent: boolean): Checked<Selection> {
	const filters = readCollection(context, filtersField, itemIndex);
	if (!filters.ok) return filters;
	const most = forAgent ? { limit: CLIPS_FOR_AGENTS } : {};
	return checkSelection({ ...most, ...filters.value });
}

/**
 * What becomes of the project of each item. Items that do not wait are asked for a few times at most, before the others. What only
 * failures and waiting need is loaded when it is needed.
 */
async function resultsFor(
	context: IExecuteFunctions,
	service: Service,
	items: ReadonlyArray<WithAccount<GetItem>>,
	signal: AbortSignal,
): Promise<Map<number, ProjectResult>> {
	const results = new Map<number, ProjectResult>();
	const ended = new Map<number, WaitResult>();
	const others = items.filter(({ ifNotReady }) => ifNotReady !== 'wait');
	const answers = await queryBriefly(service, others, signal);
	for (const { itemIndex, ifNotReady } of others) {
		const answer = answers.get(itemIndex);
		if (answer === undefined) ended.set(itemIndex, { end: 'stopped' });
		else if (!isSuccess(answer)) ended.set(itemIndex, { end: 'failed', failure: answer });
		else if (answer.outcome === 'processing' && ifNotReady === 'error') {
			ended.set(itemIndex, { end: 'processing' });
		} else results.set(itemIndex, { project: answer.project });
	}
	const patient = items.filter(({ ifNotReady }) => ifNotReady === 'wait');
	const first = await queryEach(service, patient, signal);
	const waiting: Array<WithAccount<GetItem>> = [];
	for (const item of patient) {
		const answer = first.get(item.itemIndex);
		if (answer && isSuccess(answer) && answer.outcome === 'ready' && !mayChangeSoon(answer)) {
			results.set(item.itemIndex, { project: answer.project });
		} else waiting.push(item);
	}
	if (ended.size + waiting.length === 0) return results;
	const { resultsOf } = await import('../wait/waitFailure');
	const failed = resultsOf(context, others, ended);
	const { waitOn } = await import('../wait/waitInProcess');
	return new Map([...results, ...failed, ...(await waitOn(context, service, waiting, first, signal))]);
}

function output(context: IExecuteFunctions, item: GetItem, project: Project): JsonObject[] {
	if (project.status === 'processing') {
		const { projectId, status } = project;
		return [item.output === 'project' ? project : { projectId, status }];
	}
	const items = clipOutput(project, item.selection, item.output);
	if (items.length === 0) hint(context, whyNoClips(project));
	return items;
}
