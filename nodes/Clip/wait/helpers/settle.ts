import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { forgottenSubmission, type ItemFailure, nodeError, unknownOperation } from '../../n8n/failures';
import { errorJson } from '../../n8n/items';
import type { JsonObject } from '../../lib/json';
import { readId } from '../../lib/values';
import { joined } from '../../interface/advice';
import { type ItemProject, keepIds, keepVideos, waitFailure } from '../failures';
import { type Message, readMessage, type Task } from '../rules/helperStates';

/**
 * Settle: the end of a keeper's work; users cannot choose it.
 *
 * @param context - the running node; its input is what the keeper hands over
 * @throws NodeOperationError or NodeApiError for what ends the whole run
 */
export function settle(context: IExecuteFunctions): INodeExecutionData[][] {
	const message = readMessage(context.getInputData()[0]?.json);
	if (message === null) throw unknownOperation(context);
	return [resultOf(context, message).map((json) => ({ json }))];
}

function resultOf(context: IExecuteFunctions, message: Message): JsonObject[] {
	switch (message.kind) {
		case 'settled':
			return message.jsons;
		case 'verdict': {
			const { itemIndex, projectId, end, remark } = message.verdict;
			throw waitFailure(context, itemIndex, projectId, end, remark).error;
		}
		case 'told':
			throw nodeError(context, message.error);
		case 'ended':
			return withFailures(context, message.task, endOf(message));
		case 'left':
			return [];
		case 'task':
			throw unknownOperation(context);
	}
}

/**
 * How the wait for a project ended that no helper asks for any more.
 *
 * @param message - how the keeper's work ended
 */
export const endOf = ({ by, reason }: Extract<Message, { kind: 'ended' }>) =>
	by === 'stop' ? ({ end: 'stopped' } as const) : ({ end: 'broken', reason } as const);

/** What comes out when the helpers have ended before their work was done. */
function withFailures(
	context: IExecuteFunctions,
	{ watch, jsons }: Task,
	end: ReturnType<typeof endOf>,
): JsonObject[] {
	const projects: ItemProject[] = jsons.flatMap(({ projectId }, itemIndex) => {
		const id = readId(projectId);
		return id === undefined ? [] : [{ itemIndex, projectId: id }];
	});
	const others = (itemIndex: number) =>
		watch.stopsAtFailure
			? joined(keepIds(projects.filter((other) => other.itemIndex !== itemIndex)), keepVideos(watch.held))
			: '';
	const failures = new Map<number, ItemFailure>([
		...watch.watched.map(
			({ itemIndex, projectId }) =>
				[itemIndex, waitFailure(context, itemIndex, projectId, end, others(itemIndex))] as const,
		),
		...(watch.held?.items ?? []).map(
			({ itemIndex, video }) =>
				[itemIndex, forgottenSubmission(context, itemIndex, video, others(itemIndex))] as const,
		),
	]);
	const [first] = failures.values();
	if (watch.stopsAtFailure && first !== undefined) throw first.error;
	return jsons.map((json, itemIndex) => {
		const failure = failures.get(itemIndex);
		return failure === undefined ? json : errorJson(failure);
	});
}
