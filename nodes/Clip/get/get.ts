import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type Answer, isSuccess, isTemporary } from '../service/rules/answer';
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
import { limitConcurrency } from '../lib/concurrency';
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
import { openService, type Service } from '../service/client';
import { CLIPS_FOR_AGENTS } from '../service/rules/vocabulary';
import { askWithoutWaiting, QUESTIONS_AT_ONCE } from '../service/questions';
import { description, downloadFilesField, filtersField, IF_NOT_READY, optionsField } from './get.fields';
import { inputFailure, isFailure, type ItemFailure } from '../n8n/failures';
import { isToolCall } from '../n8n/host';
import { checkItems, joinResults, passed, toItems } from '../n8n/items';
import { hint, readCollection, readGiven, stopController } from '../n8n/parameters';
import { checkProject, type ProjectItem } from '../wait/readWait';
import type { ProjectResult } from '../wait/waitFailure';
import type { WaitingItem } from '../wait/rules/pausedWait';
import type { WaitResult } from '../wait/rules/polling';

/** An input item that has passed all checks. */
interface Question extends ProjectItem {
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
	const questions = checkItems(context, (itemIndex) => checkItem(context, itemIndex));
	const service = await openService(context);
	const stop = stopController(context);
	const since = Date.now();
	const valid = passed(questions);
	hintAtClips(context, valid);
	const results = new Map<number, ProjectResult>();
	const waiting: WaitingItem[] = [];
	const answers = new Map<string, Answer>();
	const failed = new Map<number, WaitResult>();
	for (const { answer, ...question } of await askAll(service, valid, stop.signal)) {
		const { itemIndex, projectId, ifNotReady } = question;
		if (ifNotReady === 'wait' && !isFinal(answer)) {
			waiting.push({ ...question, since });
			answers.set(projectId, answer);
		} else if (!isSuccess(answer)) failed.set(itemIndex, { end: 'failed', failure: answer });
		else if (answer.outcome === 'processing' && ifNotReady === 'error')
			failed.set(itemIndex, { end: 'processing' });
		else results.set(itemIndex, { project: answer.project });
	}
	if (failed.size > 0) {
		const { resultsOf } = await import('../wait/waitFailure');
		for (const [itemIndex, failure] of resultsOf(context, valid, failed, valid))
			results.set(itemIndex, failure);
	}
	if (waiting.length > 0) {
		const { waitForItems } = await import('../wait/waitAndReturn');
		const wait = { answers, all: valid, signal: stop.signal };
		const others = await waitForItems(context, service, waiting, wait);
		for (const [itemIndex, result] of others) results.set(itemIndex, result);
	}
	const items = joinResults(questions, results, (question, { project }) =>
		output(context, question, project),
	);
	if (!valid.some(({ files }) => files !== null)) return toItems(items);
	const { withFiles } = await import('./files');
	return await withFiles(
		context,
		items,
		questions.map((question) => (isFailure(question) ? null : question.files)),
		stop,
	);
}

/** Get behind another Get, or behind the trigger, gives all clips of the project for each of them. */
function hintAtClips(context: IExecuteFunctions, questions: readonly Question[]): void {
	const input = context.getInputData();
	const clips = questions.filter(({ itemIndex }) => isClip(input[itemIndex]?.json ?? {}));
	const projects = new Set(clips.map(({ projectId }) => projectId));
	if (clips.length === projects.size) return;
	const message = `The input holds ${clips.length} clips of ${projects.size === 1 ? 'one project' : `${projects.size} projects`}. For each of them, all clips of its project come out. If you need each clip once, remove this node, or switch on 'Execute Once' in its settings.`;
	hint(context, message);
}

function checkItem(context: IExecuteFunctions, itemIndex: number): Question | ItemFailure {
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

/** Asks for the project of each item. Who does not wait asks a few times, who waits does so later. */
async function askAll(service: Service, questions: readonly Question[], signal: AbortSignal) {
	const limited = limitConcurrency(QUESTIONS_AT_ONCE);
	const asked = new Map<string, Promise<Answer>>();
	const ask = async ({ projectId, ifNotReady }: Question): Promise<Answer> => {
		const once = async () => await limited(async () => await service.query(projectId));
		const key = `${ifNotReady === 'wait'}/${projectId}`;
		const answer = asked.get(key) ?? (ifNotReady === 'wait' ? once() : askWithoutWaiting(once, signal));
		asked.set(key, answer);
		return await answer;
	};
	return await Promise.all(questions.map(async (question) => ({ ...question, answer: await ask(question) })));
}

/** Whether an answer is the last word on a project; one that cannot be read may be a passing fault. */
const isFinal = (answer: Answer): boolean =>
	!isTemporary(answer) && answer.outcome !== 'processing' && answer.outcome !== 'unreadable';

function output(context: IExecuteFunctions, question: Question, project: Project): JsonObject[] {
	if (project.status === 'processing') {
		const { projectId, status } = project;
		return [question.output === 'project' ? project : { projectId, status }];
	}
	const items = clipOutput(project, question.selection, question.output);
	if (items.length === 0) hint(context, whyNoClips(project));
	return items;
}
