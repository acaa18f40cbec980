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

/** @throws what n8n throws when it cannot open the credential */
async function openAccount(
	context: IExecuteFunctions,
	itemIndex: number,
	work?: Work,
): Promise<Account | { problem: Problem }> {
	const opened = await openCredential(context, itemIndex, work);
	if ('problem' in opened) return opened;
	const { account: id, baseUrl } = opened;
	return { id, isInOwnNetwork: isInOwnNetwork(new URL(baseUrl)), ...serviceOf(context, itemIndex) };
}

/** The account of each input item, before its parameters are read; null where it cannot be opened, of which {@link withAccounts} says why. */
export async function openAccounts(context: IExecuteFunctions): Promise<Array<Account | null>> {
	const accounts: Array<Account | null> = [];
	for (const itemIndex of context.getInputData().keys()) {
		const opened = await openAccount(context, itemIndex).catch(() => null);
		accounts.push(opened === null || 'problem' in opened ? null : opened);
	}
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
	accounts: ReadonlyArray<Account | null> = [],
): Promise<Array<Result<WithAccount<T>>>> {
	const opened: Array<Result<WithAccount<T>>> = [];
	for (const item of items) {
		const account = accounts[item.itemIndex];
		opened.push(account ? { ...item, account } : await withAccount(run.context, item, work));
		if (endingOf(run, opened) !== undefined) break;
	}
	return opened;
}

async function withAccount<T extends MaybeOfProject>(
	context: IExecuteFunctions,
	item: T,
	work: Work,
): Promise<Result<WithAccount<T>>> {
	const { itemIndex, projectId } = item;
	const nameProject = (what: Problem) => (projectId === undefined ? what : aboutProject(what, projectId));
	try {
		const account = await openAccount(context, itemIndex, work);
		return 'problem' in account ? { itemIndex, problem: nameProject(account.problem) } : { ...item, account };
	} catch (error) {
		const facts = { ...foreignFacts(error), work, isChosen: isCredentialChosen(context) };
		return { itemIndex, problem: nameProject(problem('unopenedCredential', facts, causeOf(error))) };
	}
}
