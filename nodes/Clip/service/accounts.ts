import type { IExecuteFunctions } from 'n8n-workflow';
import { causeOf, foreignFacts } from '../n8n/foreignError';
import type { ItemParameters } from '../n8n/parameters';
import { fatalOf, type HasItemIndex, continueWith, readItems, type Result } from '../n8n/results';
import type { Run } from '../n8n/run';
import type { Work } from '../problems/facts';
import { aboutProject, type Problem, makeProblem } from '../problems/problem';
import { type Service, serviceOf } from './client';
import { isCredentialChosen, openCredential } from './credential';

interface MaybeOfProject extends HasItemIndex {
	/** In Wait and Get: errors name it, so that nobody submits its video again. */
	projectId?: string;
}

/** The account that pays for an item, and is asked for its project. */
export interface Account extends Service {
	/** What tells it apart from others: it is shown nowhere. */
	id: string;
}

export type WithAccount<T> = T & { account: Account };

type Opened = Account | { problem: Problem };

async function openAccount(context: IExecuteFunctions, itemIndex: number, work: Work): Promise<Opened> {
	try {
		const opened = await openCredential(context, itemIndex, work);
		if ('problem' in opened) return opened;
		return { id: opened.accountId, ...serviceOf(context, itemIndex) };
	} catch (error) {
		const facts = { ...foreignFacts(error), work, isChosen: isCredentialChosen(context) };
		return { problem: makeProblem('unopenedCredential', facts, causeOf(error)) };
	}
}

/**
 * Opens the credential of each item, before anything is sent: its fields may be expressions on the item. One that cannot be used fails
 * its own item.
 *
 * @param work - what is to be done with the items
 * @returns an entry for each item, in order, as far as the first one that ends the run
 */
async function withAccounts<T extends MaybeOfProject>(
	run: Run,
	items: readonly T[],
	work: Work,
): Promise<Array<Result<WithAccount<T>>>> {
	const results: Array<Result<WithAccount<T>>> = [];
	for (const item of items) {
		const { itemIndex, projectId } = item;
		const account = await openAccount(run.context, itemIndex, work);
		if ('problem' in account) {
			const { problem: unnamed } = account;
			const named = projectId === undefined ? unnamed : aboutProject(unnamed, projectId);
			results.push({ itemIndex, problem: named });
		} else results.push({ ...item, account });
		if (fatalOf(run, results) !== undefined) break;
	}
	return results;
}

/** Reads the parameters of every item, and opens their accounts, before anything is sent. */
export const readWithAccounts = async <T extends object>(
	run: Run,
	parameters: ItemParameters<T>,
	work: Work,
) =>
	await continueWith(
		run,
		readItems(run, parameters, work),
		async (good) => await withAccounts(run, good, work),
	);
