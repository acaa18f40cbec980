import type { IExecuteFunctions } from 'n8n-workflow';
import type { JsonObject } from '../lib/json';
import { reasonOf } from '../n8n/foreignError';
import { canPause, isPaused } from '../n8n/platform';
import type { NotPausedReason } from '../problems/notices';
import type { WithAccount } from '../service/accounts';
import { sealAccount } from '../service/credential';
import { type PausedWait, readCannotCheck, serializePausedWait } from './rules/pausedWait';
import type { WatchedItem } from './rules/watchedItem';
import { statusCheckWorkflow } from './subWorkflow';

interface WaitToPause extends Omit<PausedWait, 'accountSeal' | 'watched'> {
	watched: ReadonlyArray<WithAccount<WatchedItem>>;
}

/**
 * Pauses the execution until its status check ends. The check is a sub-workflow of the node's own making: n8n pauses the parent of a paused
 * sub-workflow, and hands the sub-workflow's result on as the result of the node that started it.
 *
 * @returns why the execution cannot be paused; null when it is
 */
export async function pauseExecution(
	context: IExecuteFunctions,
	wait: WaitToPause,
): Promise<NotPausedReason | null> {
	if (!canPause) return 'version';
	// Retry On Fail may run a node again that has paused the execution already.
	const reason = isPaused(context) ? null : await startStatusCheck(context, wait);
	if (reason !== null) return reason;
	replaceInput(context, wait.jsons);
	return null;
}

async function startStatusCheck(
	context: IExecuteFunctions,
	waitToPause: WaitToPause,
): Promise<NotPausedReason | null> {
	const { watched } = waitToPause;
	const [accountId = '', ...otherIds] = new Set(watched.map(({ account }) => account.id));
	// A status check opens one credential for all items.
	if (otherIds.length > 0) return 'severalAccounts';
	const wait: PausedWait = { ...waitToPause, accountSeal: sealAccount(accountId), watched: [...watched] };
	// n8n resumes saved workflows only.
	const { id: workflowId } = context.getWorkflow();
	if (workflowId === undefined) return 'unsaved';
	try {
		const code = statusCheckWorkflow(context, workflowId, wait);
		const parentExecution = { executionId: wait.executionId, workflowId, shouldResume: true };
		const { waitTill, data } = await context.executeWorkflow(
			{ code },
			[{ json: serializePausedWait(wait) }],
			undefined,
			{
				parentExecution,
				executionMode: context.getMode(),
			},
		);
		if (waitTill && isPaused(context)) return null;
		return readCannotCheck(data[0]?.[0]?.json) ?? 'noCheck';
	} catch (error) {
		return { n8n: reasonOf(error) };
	}
}

/**
 * Sets what comes out of a paused node if its status check is lost. n8n resumes the node by handing its input to its output, without
 * running it; as a rule, the result of the status check has replaced the input by then.
 *
 * @param jsons - for each input item
 */
export function replaceInput(context: IExecuteFunctions, jsons: readonly JsonObject[]): void {
	const input = context.getInputData();
	for (const [index, json] of jsons.entries()) {
		const item = input[index];
		// The object itself is not changed: it may belong to the node before.
		if (item !== undefined) item.json = json;
	}
}
