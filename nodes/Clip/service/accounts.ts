import type { IExecuteFunctions } from 'n8n-workflow';
import { causeOf, foreignFacts } from '../n8n/failures';
import { endingOf, type OfItem, type Result } from '../n8n/results';
import type { Run } from '../n8n/run';
import { isInOwnNetwork } from '../lib/link';
import type { Work } from '../problems/items';
import { aboutProject, type Problem, problem } from '../problems/problem';
import { type Service, serviceOf } from './client';
import { isCredentialChosen, openCredential } from './credential';

interface MaybeOfProject extends OfItem {
	/** In Wait and Get: errors name it, so that nobody submits its video again. */
	projectId?: string;
}

/** The account that pays for an item, and is asked for its project. */
export interface Account extends Service {
	/** What tells it apart from others: it is shown nowhere. */
	id: string;
	/** Whether the service lies in a network of its own, and so may reach addresses there. */
	isInOwnNetwork: boolean;
}

export type WithAccount<T> = T & { account: Account };

type Opened = Account | { problem: Problem };

async function openAccount(context: IExecuteFunctions, itemIndex: number, work: Work): Promise<Opened> {
	try {
		const opened = await openCredential(context, itemIndex, work);
		if ('problem' in opened) return opened;
		const { account: id, baseUrl } = opened;
		return { id, isInOwnNetwork: isInOwnNetwork(new URL(baseUrl)), ...serviceOf(context, itemIndex) };
	} catch (error) {
		const facts = { ...foreignFacts(error), work, isChosen: isCredentialChosen(context) };
		return { problem: problem('unopenedCredential', facts, causeOf(error)) };
	}
}

/** The account of each input item, before its parameters are read, or why it cannot be used. */
export async function openAccounts({ context, itemCount }: Run, work: Work): Promise<Opened[]> {
	const accounts: Opened[] = [];
	while (accounts.length < itemCount) accounts.push(await openAccount(context, accounts.length, work));
	return accounts;
}

/**
 * Opens the credential of each item, before anything is sent: its fields may be expressions on the item. One that cannot be used fails
 * its own item.
 *
 * @param work - what is to be done with the items
 * @param accounts - those that were opened before
 * @returns an entry for each item, in order, as far as the first one that ends the run
 */
export async function withAccounts<T extends MaybeOfProject>(
	run: Run,
	items: readonly T[],
	work: Work,
	accounts: readonly Opened[] = [],
): Promise<Array<Result<WithAccount<T>>>> {
	const results: Array<Result<WithAccount<T>>> = [];
	for (const item of items) {
		const { itemIndex, projectId } = item;
		const account = accounts[itemIndex] ?? (await openAccount(run.context, itemIndex, work));
		if ('problem' in account) {
			const { problem: unnamed } = account;
			const named = projectId === undefined ? unnamed : aboutProject(unnamed, projectId);
			results.push({ itemIndex, problem: named });
		} else results.push({ ...item, account });
		if (endingOf(run, results) !== undefined) break;
	}
	return results;
}
