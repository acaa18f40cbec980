import { toError, foreignFacts } from '../n8n/foreignError';
import {
	type FailedItem,
	type HasItemIndex,
	isFailed,
	isFatal,
	type ResultsOrFatal,
	type Result,
} from '../n8n/results';
import type { NodeExecution } from '../n8n/nodeExecution';
import type { Purpose } from '../problems/facts';
import { withProjectId, type Problem, makeProblem } from '../problems/problem';
import { dropKeyFromProblem } from '../problems/keyInProblem';
import { type ServiceClient, makeServiceClient } from './client';
import { isCredentialChosen, openCredential } from './credential';

/** The account that pays for an item, and is asked for its project. */
export interface Account extends ServiceClient {
	/** See `accountIdOf`; in a status check, sealed. */
	id: string;
}

export type WithAccount<T> = T & { account: Account };

async function openAccount(
	execution: NodeExecution,
	itemIndex: number,
	purpose: Purpose,
): Promise<Account | { problem: Problem }> {
	try {
		const opened = await openCredential(execution, itemIndex);
		if ('fault' in opened) {
			return { problem: makeProblem('unusableCredential', { fault: opened.fault, purpose }) };
		}
		return { id: opened.accountId, ...makeServiceClient(execution, itemIndex, opened.accountId) };
	} catch (error) {
		const facts = { ...foreignFacts(error), purpose, isChosen: isCredentialChosen(execution.context) };
		return { problem: makeProblem('unopenedCredential', facts, toError(error)) };
	}
}

/**
 * Opens the credential of every item before anything is sent. Its fields may be expressions on the item, so an unusable one only fails its
 * item. Items that could not be read may quote the key, which is known only now: such quotes are dropped here.
 *
 * @param items - as they were read
 * @param purpose - what is to be done with them
 * @returns an entry for each item, in order
 */
export async function openAccounts<T extends HasItemIndex>(
	execution: NodeExecution,
	items: ResultsOrFatal<T>,
	purpose: Purpose,
): Promise<ResultsOrFatal<WithAccount<T>>> {
	if (items.fatal !== undefined) return { fatal: await dropKeyFromFailure(execution, items.fatal) };
	const results: Array<Result<WithAccount<T>>> = [];
	for (const item of items.results) {
		const result = isFailed(item)
			? await dropKeyFromFailure(execution, item)
			: await openItemAccount(execution, item, purpose);
		if (isFailed(result) && isFatal(execution, result)) return { fatal: result };
		results.push(result);
	}
	return { results };
}

async function dropKeyFromFailure(execution: NodeExecution, failed: FailedItem): Promise<FailedItem> {
	const opened = await openCredential(execution, failed.itemIndex).catch(() => null);
	if (!isCredentialChosen(execution.context)) return failed;
	return { ...failed, problem: dropKeyFromProblem(failed.problem, opened?.apiKey ?? null) };
}

/** Errors of Wait and Get name the project, so that nobody submits its video again. */
async function openItemAccount<T extends HasItemIndex & { projectId?: string }>(
	execution: NodeExecution,
	item: T,
	purpose: Purpose,
): Promise<Result<WithAccount<T>>> {
	const { itemIndex, projectId } = item;
	const account = await openAccount(execution, itemIndex, purpose);
	if (!('problem' in account)) return { ...item, account };
	const { problem } = account;
	return { itemIndex, problem: projectId === undefined ? problem : withProjectId(problem, projectId) };
}
