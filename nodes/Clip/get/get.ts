import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isSuccess } from '../interface/answer';
import { type Checked, problemsIn } from '../values/checked';
import type { JsonObject } from '../values/json';
import type { Project } from '../interface/project';
import { checkSelection, type Selection } from './rules/selection';
import { openService, type Service } from '../client/service';
import { askForProjects } from '../client/questions';
import { clipOutput, hintAtNoClips } from './clipOutput';
import {
	description,
	filtersField,
	IF_NOT_READY,
	ifNotReady as ifNotReadyField,
	OUTPUTS,
	type Output,
	outputField,
} from './get.fields';
import { inputFailure, isFailure, type ItemFailure, serviceFailure } from '../n8n/failures';
import { notReadyFailure } from '../wait/failures';
import { isToolCall } from '../n8n/host';
import { checkItems, joinResults, passed, toItems } from '../n8n/items';
import { readCollection, readOption, stopController } from '../n8n/parameters';
import { checkProject, type ProjectItem } from '../wait/wait.fields';
import { waitForItems } from '../wait/inProcess';
import { type ProjectResult } from '../wait/failures';

/** An input item that has passed all checks. */
interface Question extends ProjectItem {
	ifNotReady: (typeof IF_NOT_READY)[number];
	output: Output;
	selection: Selection;
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
	const valid = passed(questions);
	const results = new Map([
		...(await askItems(
			context,
			service,
			valid.filter(({ ifNotReady }) => ifNotReady !== 'wait'),
			stop.signal,
		)),
		...(await waitForItems(
			context,
			service,
			valid.filter(({ ifNotReady }) => ifNotReady === 'wait'),
			{ askFirst: true, stop },
		)),
	]);
	return toItems(
		joinResults(questions, results, (question, { project }) => output(context, question, project)),
	);
}

function checkItem(context: IExecuteFunctions, itemIndex: number): Question | ItemFailure {
	const checks = [
		checkProject(context, itemIndex),
		readOption(
			context,
			isToolCall(context) ? ifNotReadyField.tool : ifNotReadyField.node,
			itemIndex,
			IF_NOT_READY,
		),
		readOption(context, outputField, itemIndex, OUTPUTS),
		readSelection(context, itemIndex),
	] as const;
	const [project, ifNotReady, chosen, selection] = checks;
	if (!project.ok || !ifNotReady.ok || !chosen.ok || !selection.ok) {
		return inputFailure(context, itemIndex, problemsIn(checks), description);
	}
	return { ...project.value, ifNotReady: ifNotReady.value, output: chosen.value, selection: selection.value };
}

function readSelection(context: IExecuteFunctions, itemIndex: number): Checked<Selection> {
	const filters = readCollection(context, filtersField, itemIndex);
	return filters.ok ? checkSelection(filters.value) : filters;
}

/** Asks without waiting: a project that is still processing is a status to return, or a failure. */
async function askItems(
	context: IExecuteFunctions,
	service: Service,
	questions: readonly Question[],
	signal: AbortSignal,
): Promise<Map<number, ProjectResult>> {
	const answers = await askForProjects(
		service,
		questions.map(({ projectId }) => projectId),
		signal,
	);
	const results = new Map<number, ProjectResult>();
	for (const { itemIndex, projectId, ifNotReady } of questions) {
		const answer = answers.get(projectId);
		if (answer === undefined) continue;
		const result = isSuccess(answer)
			? answer.outcome === 'processing' && ifNotReady === 'error'
				? notReadyFailure(context, itemIndex, projectId)
				: { project: answer.project }
			: serviceFailure(context, itemIndex, 'query', answer);
		if (isFailure(result) && !context.continueOnFail()) throw result.error;
		results.set(itemIndex, result);
	}
	return results;
}

function output(context: IExecuteFunctions, question: Question, project: Project): JsonObject[] {
	if (project.status === 'processing') {
		const { projectId, status } = project;
		return [question.output === 'project' ? project : { projectId, status }];
	}
	const items = clipOutput(project, question.selection, question.output);
	if (items.length === 0) hintAtNoClips(context, project);
	return items;
}
