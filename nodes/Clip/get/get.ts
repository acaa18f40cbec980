import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type Answer, isSuccess, isTemporary } from '../service/rules/answer';
import { type Checked, problemsIn } from '../lib/checked';
import type { JsonObject } from '../lib/json';
import { takeTurns } from '../lib/turns';
import type { Project } from '../service/rules/project';
import {
	checkSelection,
	clipOutput,
	type Output,
	OUTPUTS,
	type Selection,
	whyNoClips,
} from './rules/selection';
import { openService, type Service } from '../service/client';
import { askWithoutWaiting, QUESTIONS_AT_ONCE } from '../service/questions';
import {
	description,
	filtersField,
	IF_NOT_READY,
	ifNotReady as ifNotReadyField,
	outputField,
} from './get.fields';
import { inputFailure, isFailure, type ItemFailure, ownFailure } from '../n8n/failures';
import { isToolCall } from '../n8n/host';
import { checkItems, joinResults, passed, toItems } from '../n8n/items';
import { hint, readCollection, readOption, stopController } from '../n8n/parameters';
import { checkProject, type ProjectItem } from '../wait/readWait';
import type { ProjectResult } from '../wait/waitFailure';
import type { WaitingItem } from '../wait/inProcess';

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
	const since = Date.now();
	const valid = passed(questions);
	const results = new Map<number, ProjectResult>();
	const waiting: WaitingItem[] = [];
	for (const { answer, ...question } of await askAll(service, valid, stop.signal)) {
		if (question.ifNotReady === 'wait' && !isSettled(answer)) {
			waiting.push({ ...question, since, first: answer });
			continue;
		}
		const result = await resultOf(context, question, answer, valid);
		if (isFailure(result) && !context.continueOnFail()) throw result.error;
		results.set(question.itemIndex, result);
	}
	if (waiting.length > 0) {
		const { waitForItems } = await import('../wait/inProcess');
		const ends = await waitForItems(context, service, waiting, { askFirst: false, stop, all: valid });
		for (const [itemIndex, end] of ends) results.set(itemIndex, end);
	}
	return toItems(
		joinResults(questions, results, (question, { project }) => output(context, question, project)),
	);
}

function checkItem(context: IExecuteFunctions, itemIndex: number): Question | ItemFailure {
	const whenField = isToolCall(context) ? ifNotReadyField.tool : ifNotReadyField.node;
	const checks = [
		checkProject(context, itemIndex),
		readOption(context, whenField, itemIndex, IF_NOT_READY),
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

/** Asks for the project of each item. Who does not wait asks a few times, who waits does so later. */
async function askAll(service: Service, questions: readonly Question[], signal: AbortSignal) {
	const inTurn = takeTurns(QUESTIONS_AT_ONCE);
	const asked = new Map<string, Promise<Answer>>();
	const ask = async ({ projectId, ifNotReady }: Question): Promise<Answer> => {
		const once = async () => await inTurn(async () => await service.query(projectId));
		const key = `${ifNotReady === 'wait'}/${projectId}`;
		const answer = asked.get(key) ?? (ifNotReady === 'wait' ? once() : askWithoutWaiting(once, signal));
		asked.set(key, answer);
		return await answer;
	};
	return await Promise.all(questions.map(async (question) => ({ ...question, answer: await ask(question) })));
}

/** Whether an answer is the last word on a project; one that cannot be read may be a passing fault. */
const isSettled = (answer: Answer): boolean =>
	!isTemporary(answer) && answer.outcome !== 'processing' && answer.outcome !== 'unreadable';

async function resultOf(
	context: IExecuteFunctions,
	{ itemIndex, projectId, ifNotReady }: Question,
	answer: Answer,
	all: readonly Question[],
): Promise<ProjectResult> {
	const isUnwanted = isSuccess(answer) && answer.outcome === 'processing' && ifNotReady === 'error';
	if (isSuccess(answer) && !isUnwanted) return { project: answer.project };
	const { keepIds } = await import('../wait/waitFailure');
	const others = all.filter((other) => other.projectId !== projectId);
	// An error of one item ends all of them.
	const remark = context.continueOnFail() ? '' : keepIds(others);
	const { serviceFailure } = await import('../service/serviceFailure');
	if (!isSuccess(answer)) return serviceFailure(context, itemIndex, 'query', answer, remark);
	const { adviceOnProcessing, joined } = await import('../service/rules/advice');
	const { title, description } = adviceOnProcessing(projectId);
	const advice = { title, description: joined(description, remark) };
	return ownFailure(context, itemIndex, projectId, advice, 'processing');
}

function output(context: IExecuteFunctions, question: Question, project: Project): JsonObject[] {
	if (project.status === 'processing') {
		const { projectId, status } = project;
		return [question.output === 'project' ? project : { projectId, status }];
	}
	const items = clipOutput(project, question.selection, question.output);
	if (items.length === 0) hint(context, whyNoClips(project));
	return items;
}
