import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import { isJsonObject, type JsonObject } from '../../values/json';
import { spreadWakeUps } from '../rules/wakeUps';
import { endOfWait, nextRound, readWatch, type Watch, type WatchedItem } from '../rules/watch';
import { type Helper, helperWorkflow } from './workflow';
import { canPark, looksAfterParents, workflowSettings } from '../../n8n/host';

/** Where the first item that a helper gets carries its {@link Watch}, and where it keeps it. */
const WATCH = 'watch';

/**
 * Parks the execution until a helper is done. The helper is a sub-workflow of the node's own making: n8n parks the
 * parent of a parked sub-workflow, and hands the sub-workflow's result on as the result of the node that started it,
 * which itself is not run again.
 *
 * @param context - the running node; its input items take over what the given ones say, for n8n to hand on if the helper is
 * lost
 * @param helper - which helper to start
 * @param items - what comes out for each input item if nothing else is learned
 * @param watch - what is waited for
 * @returns null when the execution is parked, else why it could not be
 */
export async function park(
	context: IExecuteFunctions,
	helper: 'keeper' | 'poller',
	items: ReadonlyArray<Pick<INodeExecutionData, 'json'>>,
	watch: Watch,
): Promise<string | null> {
	if (!canPark) return 'that needs n8n 2.27.3 or later';
	// Retry On Fail has run a parked node again.
	if (looksAfterParents(context)) return null;
	try {
		if (!(await start(context, helper, items, watch))) return 'n8n did not park the sub-workflow';
		if (!looksAfterParents(context)) await context.putExecutionToWait(lastWakeUp(helper, watch));
		else if (helper === 'keeper') await startTimer(context, items, watch);
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
	if (helper === 'keeper') noteProjects(context, watch);
	const input = context.getInputData();
	for (const [index, { json }] of items.entries()) {
		const item = input[index];
		// The data may belong to the node before, so it is replaced, not changed.
		if (item !== undefined) item.json = json;
	}
	return null;
}

/** Stored beside the execution, where the IDs survive even an error that n8n itself ends the run with. */
function noteProjects(context: IExecuteFunctions, { watched }: Watch): void {
	if (!('customData' in context)) return;
	const ids = [...new Set(watched.map(({ projectId }) => projectId))].join(', ');
	context.customData.set('clipProjects', ids.slice(0, LONGEST_NOTE));
}

/** What n8n keeps of a value, in characters. */
const LONGEST_NOTE = 500;

/**
 * Starts a helper.
 *
 * @returns whether n8n parked it, and with it the running execution
 * @throws Error with n8n's reason
 */
async function start(
	context: IExecuteFunctions,
	helper: Helper,
	items: ReadonlyArray<Pick<INodeExecutionData, 'json'>>,
	watch: Watch,
): Promise<boolean> {
	const { id: workflowId } = context.getWorkflow();
	if (workflowId === undefined) throw new NodeOperationError(context.getNode(), 'the workflow is not saved');
	const executionId = context.getExecutionId();
	const handedOver = items.map(({ json }, index) => ({
		json: { json, ...(index === 0 && { [WATCH]: { ...watch } }) },
	}));
	const ending = watch.wanted === undefined ? 'settle' : 'handOn';
	const { waitTill } = await context.executeWorkflow(
		{ code: helperWorkflow(helper, context.getNode(), workflowId, workflowSettings(context), ending) },
		handedOver,
		undefined,
		{
			// n8n finds a timer that has ended when it looks for lost helpers; it must not wake the node at another time.
			parentExecution: { executionId, workflowId, shouldResume: helper !== 'timer' },
			executionMode: context.getMode(),
		},
	);
	return Boolean(waitTill);
}

async function startTimer(
	context: IExecuteFunctions,
	items: ReadonlyArray<Pick<INodeExecutionData, 'json'>>,
	watch: Watch,
): Promise<void> {
	try {
		await start(context, 'timer', items, watch);
	} catch (error) {
		// The execution is parked all the same.
		context.logger.warn(`No timer for the wait: ${error instanceof Error ? error.message : String(error)}`);
	}
}

/** How long after the end of the wait a helper that has not come back counts as lost, in milliseconds. */
const GRACE = { poller: 5 * 60_000, keeper: 10 * 60_000 };

/** When an execution comes back whose helper was lost, where n8n itself does not see to that. */
const lastWakeUp = (helper: 'keeper' | 'poller', { watched }: Watch): Date =>
	new Date(GRACE[helper] + Math.max(Date.now(), endOfWait(watched)));

const chooseMoment = spreadWakeUps();

/**
 * Parks a poller until its next round.
 *
 * @param watched - what it still waits for, at least one item
 */
export async function parkPoller(context: IExecuteFunctions, watched: readonly WatchedItem[]): Promise<void> {
	const now = Date.now();
	await context.putExecutionToWait(new Date(chooseMoment(nextRound(watched, now), now)));
}

/**
 * What a helper remembers; it survives parking and restarts.
 *
 * @returns null in its first run
 */
export const readMemory = (context: IExecuteFunctions): Watch | null =>
	readWatch(context.getContext('node')[WATCH]);

/**
 * Stores what a helper remembers.
 *
 * @param watch - what to remember
 */
export function writeMemory(context: IExecuteFunctions, watch: Watch): void {
	context.getContext('node')[WATCH] = { ...watch };
}

/**
 * The first run of a helper: takes what {@link park} handed over.
 *
 * @param context - the running helper; its input items take over what is to come out for them
 * @returns what to wait for; null when nobody handed anything over, or nothing that this version can read
 */
export function takeOver(context: IExecuteFunctions): Watch | null {
	const items = context.getInputData();
	const watch = readWatch(items[0]?.json[WATCH]);
	if (watch === null) return null;
	for (const item of items) if (isJsonObject(item.json.json)) item.json = item.json.json;
	writeMemory(context, watch);
	return watch;
}

/** Under which key a poller hands over what came of an item: no item of the service's looks like that. */
const SETTLED = 'settled';

/**
 * What a poller that is done hands to its keeper, and the keeper to its last step.
 *
 * @param json - what came of an item
 * @param wanted - what is to be made of it, where that is not simply the item
 */
export const settled = (json: IDataObject, wanted?: JsonObject): INodeExecutionData => ({
	json: { [SETTLED]: json, ...(wanted && { wanted }) },
});

/**
 * Reads what a poller handed over.
 *
 * @param items - what its keeper got
 * @returns null when they do not come from a poller that was done
 */
export function readSettled(items: readonly INodeExecutionData[]): IDataObject[] | null {
	const jsons = items.map(({ json }) => json[SETTLED]).filter(isJsonObject);
	return jsons.length > 0 && jsons.length === items.length ? jsons : null;
}
