import {
	ExpressionError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IRunExecutionData,
} from 'n8n-workflow';
import { makeServiceClient } from '../service/client';
import { openCredential, sealAccount } from '../service/credential';
import { readId } from '../lib/values';
import { reasonOf } from '../n8n/foreignError';
import { errorToThrow, jsonOf } from '../n8n/output';
import { type FailedItem, isFailed, checkForFatal } from '../n8n/results';
import { beginNodeExecution, type NodeExecution } from '../n8n/nodeExecution';
import type { NotPausedReason } from '../problems/notices';
import { replaceInput } from './pauseExecution';
import { advanceWatches, queryEach } from './poll';
import { soonCheckAt, nextCheckAt } from './rules/nextCheck';
import { type PausedWait, readPausedWait, cannotCheckJson, serializePausedWait } from './rules/pausedWait';
import type { ExecutionProject } from '../problems/facts';
import { hasJustStarted } from './startUp';

/**
 * The status check that a paused execution waits for: pauses itself, asks for the projects when it comes back, and ends with the items of
 * the execution.
 *
 * @returns While the check is paused, items on the first output, which leads back to the check (see `statusCheckWorkflow`); at the end, the
 * items of the execution on the second. Null where there is no wait to check on.
 * @throws NodeOperationError or NodeApiError when a project ends badly, unless the node that waits continues on fail
 */
export async function checkStatus(context: IExecuteFunctions): Promise<INodeExecutionData[][] | null> {
	const store = context.getContext('node');
	const stored = readPausedWait(store);
	const before = stored ?? readPausedWait(context.getInputData()[0]?.json);
	if (before === null) return null;
	const execution = executionOf(context, before);
	if (stored === null) {
		const reason = await reasonNotToCheck(execution, before);
		if (reason !== null) return [[], [{ json: cannotCheckJson(reason) }]];
	}
	// Asked at every check, since the first one starts the clock.
	const onlyPauses = hasJustStarted();
	// The first time, the check only pauses.
	const wait = onlyPauses || stored === null ? before : await checkProjects(execution, before);
	if ('problem' in wait) throw errorToThrow(execution, wait);
	const items = wait.jsons.map((json) => ({ json }));
	if (wait.watched.length === 0) return [[], items];
	Object.assign(store, serializePausedWait(wait));
	// When the check comes back, it reads the memory of the node only. If the input is empty, n8n stores less at each pause.
	replaceInput(context, [{}]);
	const now = Date.now();
	const next = onlyPauses
		? soonCheckAt(now, Math.random())
		: Math.min(...wait.watched.map(({ watch }) => nextCheckAt(watch, now, Math.random())));
	// A date has whole milliseconds. It is rounded up: a check that came too early would ask for nothing, and pause once more.
	await context.putExecutionToWait(new Date(Math.ceil(next)));
	return [items, []];
}

/** The execution of a status check, made to look like that of the node that waits. */
const executionOf = (context: IExecuteFunctions, wait: PausedWait): NodeExecution => {
	const { continuesOnFail, jsons, otherProjects, audience } = wait;
	return beginNodeExecution(context, {
		knownAudience: audience,
		continuesOnFail,
		itemCount: jsons.length,
		projects: [...projectsIn(jsons), ...otherProjects],
	});
};

/** @returns the wait as it is after a check, or the result that ends it */
async function checkProjects(execution: NodeExecution, wait: PausedWait): Promise<PausedWait | FailedItem> {
	// Nobody reads the items of a check whose execution waits no longer.
	if (!(await isWaitedFor(execution.context, wait))) return { ...wait, watched: [], jsons: [] };
	const now = Date.now();
	// The check has only one input item, however many items it works for.
	const account = { id: wait.accountSeal, ...makeServiceClient(execution, 0) };
	const due = wait.watched
		.filter(({ watch }) => watch.nextQueryAt <= now)
		.map((item) => ({ ...item, account }));
	const answers = await queryEach(due, execution.signal);
	const { ended, watched } = advanceWatches(wait.watched, answers, Date.now());
	const { fatal } = checkForFatal(execution, ended);
	if (fatal !== undefined) return fatal;
	const jsons = [...wait.jsons];
	for (const result of ended) {
		const { itemIndex } = result;
		const item = isFailed(result) ? result : { itemIndex, json: result.project };
		jsons[itemIndex] = jsonOf(execution, item);
	}
	return { ...wait, watched, jsons };
}

/** Whether the execution is still paused: if somebody stops it, n8n does not stop the status check. */
async function isWaitedFor(context: IExecuteFunctions, { executionId }: PausedWait): Promise<boolean> {
	try {
		const data: IRunExecutionData | undefined = await context.getExecutionDataById(executionId);
		const stillWaits = data?.resultData.error === undefined && (data?.waitTill ?? null) !== null;
		// The node of the check has the ID of the node that waits.
		return stillWaits && data?.executionData?.nodeExecutionStack[0]?.node.id === context.getNode().id;
	} catch {
		// If the database is away for a moment, nobody knows whether the execution is still paused.
		return true;
	}
}

/**
 * Compares the credential of the check with the one that the execution has used: the check has no data of the workflow, which an expression
 * in the credential may read. This is done only once, so a key that is renewed later can be used.
 *
 * @returns null when the check can ask for the projects
 */
async function reasonNotToCheck(
	execution: NodeExecution,
	{ accountSeal }: PausedWait,
): Promise<NotPausedReason | null> {
	try {
		const opened = await openCredential(execution, 0);
		if ('fault' in opened) return 'needsData';
		return accountSeal === sealAccount(opened.accountId) ? null : 'needsData';
	} catch (error) {
		return error instanceof ExpressionError ? 'needsData' : { n8n: reasonOf(error) };
	}
}

const projectsIn = (jsons: PausedWait['jsons']): ExecutionProject[] =>
	jsons.flatMap((json, itemIndex) => {
		const projectId = readId(json.projectId);
		return projectId === undefined ? [] : [{ itemIndex, projectId }];
	});
