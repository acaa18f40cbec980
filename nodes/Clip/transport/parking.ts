import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type IWorkflowBase,
	type IWorkflowSettings,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';
import { isJsonObject } from '../service/json';
import { spreadWakeUps } from '../service/parking';
import { nextRound, readWatch, type Watch, type WatchedItem } from '../service/watch';
import { looksAfterParents, workflowSettings } from './host';

/** The value of `operation` that makes a Clip node the poller of another one. No list offers it. */
export const POLL = 'poll';

const START = 'n8n-nodes-base.executeWorkflowTrigger';
const END = 'n8n-nodes-base.noOp';

/** Where the first item that the poller gets carries its {@link Watch}, and where it keeps it. */
const WATCH = 'watch';

/**
 * Parks the execution until a poller is done. The poller is a sub-workflow of the node's own making: n8n parks the
 * parent of a parked sub-workflow, and hands the sub-workflow's result on as the result of the node that started it,
 * which itself is not run again (platform, section 1).
 *
 * @param context - the running node; its input items take over what the tickets say, for n8n to hand on if the poller is lost
 * @param items - what comes out for each input item if nothing else is learned
 * @param watch - what is waited for
 * @returns null when the execution is parked, else why it could not be
 */
export async function park(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	watch: Watch,
): Promise<string | null> {
	const { id: workflowId } = context.getWorkflow();
	if (workflowId === undefined) return 'the workflow is not saved';
	const handedOver = items.map(({ json }, index) => ({
		json: { json, ...(index === 0 && { [WATCH]: { ...watch } }) },
	}));
	try {
		const { waitTill } = await context.executeWorkflow(
			{ code: pollerOf(context.getNode(), workflowId, workflowSettings(context)) },
			handedOver,
			undefined,
			{
				parentExecution: { executionId: context.getExecutionId(), workflowId, shouldResume: true },
				executionMode: context.getMode(),
			},
		);
		if (!waitTill) return 'n8n did not park the poller';
		if (!looksAfterParents(context)) await context.putExecutionToWait(lastWakeUp(watch));
	} catch (error) {
		return `n8n could not start the poller: ${error instanceof Error ? error.message : String(error)}`;
	}
	const input = context.getInputData();
	for (const [index, { json }] of items.entries()) {
		const item = input[index];
		// The data may belong to the node before, so it is replaced, not changed.
		if (item !== undefined) item.json = json;
	}
	return null;
}

/**
 * The error for a node that is to do something that it does not know.
 *
 * @param context - the running node
 */
export const unknownOperation = (context: IExecuteFunctions): NodeOperationError =>
	new NodeOperationError(context.getNode(), "'Operation' must be one of create, get, wait");

/**
 * What the poller remembers.
 *
 * @param context - the running poller
 * @returns null before its first round
 */
export const readMemory = (context: IExecuteFunctions): Watch | null =>
	readWatch(context.getContext('node')[WATCH]);

/**
 * Stores what the poller remembers; it survives parking and restarts (platform, section 1).
 *
 * @param context - the running poller
 * @param watch - what to remember
 */
export function writeMemory(context: IExecuteFunctions, watch: Watch): void {
	context.getContext('node')[WATCH] = { ...watch };
}

/**
 * The first run of a poller: takes what {@link park} handed over.
 *
 * @param context - the running poller
 * @returns what to wait for
 * @throws NodeOperationError when nobody handed anything over
 */
export function beginPolling(context: IExecuteFunctions): WatchedItem[] {
	const items = context.getInputData();
	const watch = readWatch(items[0]?.json[WATCH]);
	if (watch === null) throw unknownOperation(context);
	for (const item of items) if (isJsonObject(item.json.json)) item.json = item.json.json;
	writeMemory(context, watch);
	return watch.watched;
}

/** How long after the last deadline a poller that has not come back is lost, in milliseconds. */
const GRACE = 5 * 60_000;

/** When an execution comes back whose poller was lost, where n8n itself does not see to that (platform, section 1). */
const lastWakeUp = ({ watched }: Watch): Date =>
	new Date(GRACE + Math.max(...watched.map(({ state, policy }) => state.startedAt + policy.maxWait)));

const chooseMoment = spreadWakeUps();

/**
 * Parks the poller itself until its next round.
 *
 * @param context - the running poller
 * @param watched - what it still waits for, at least one item
 */
export async function parkPoller(context: IExecuteFunctions, watched: readonly WatchedItem[]): Promise<void> {
	const now = Date.now();
	await context.putExecutionToWait(new Date(chooseMoment(nextRound(watched, now), now)));
}

/**
 * The sub-workflow: a start, the poller, and an end that puts the result on the first output. n8n resumes a parked node by
 * handing its input to its first output, so that output leads back to the poller (platform, section 1).
 */
function pollerOf(node: INode, id: string, settings: IWorkflowSettings): IWorkflowBase {
	const { name, type, typeVersion, credentials } = node;
	const step = (stepName: string, more: Partial<INode>): INode => ({
		id: stepName,
		name: stepName,
		type,
		typeVersion,
		position: [0, 0],
		parameters: { operation: POLL },
		...more,
	});
	const [start, end] = [`${name} (start)`, `${name} (end)`];
	const to = (next: string) => [{ node: next, type: NodeConnectionTypes.Main, index: 0 }];
	const now = new Date();
	return {
		id,
		name: `${name}: waiting`,
		active: false,
		isArchived: false,
		createdAt: now,
		updatedAt: now,
		activeVersionId: null,
		nodes: [
			step(start, { type: START, typeVersion: 1.1, parameters: { inputSource: 'passthrough' } }),
			// The node's own name, so that errors carry the name that the user knows.
			step(name, credentials === undefined ? {} : { credentials }),
			step(end, { type: END, parameters: {} }),
		],
		connections: {
			[start]: { main: [to(name)] },
			[name]: { main: [to(name), to(end)] },
		},
		settings: pollerSettings(settings),
	};
}

/**
 * The workflow's own settings, but: its error workflow would be started twice, its callers are none of the poller's, and a
 * poller whose execution is not kept could be lost between its end and the waking of its parent.
 */
function pollerSettings(settings: IWorkflowSettings): IWorkflowSettings {
	const changed: IWorkflowSettings = {
		...settings,
		executionOrder: 'v1',
		callerPolicy: 'any',
		saveDataErrorExecution: 'all',
		saveDataSuccessExecution: 'all',
		saveManualExecutions: true,
		saveExecutionProgress: false,
	};
	delete changed.errorWorkflow;
	return changed;
}
