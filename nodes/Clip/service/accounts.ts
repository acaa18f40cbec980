import { causeOf, foreignFacts } from '../n8n/foreignError';
import type { ItemParameters } from '../n8n/parameters';
import { readItems } from '../n8n/readItems';
import { type Bad, type HasItemIndex, isBad, isFatal, type Judged, type Result } from '../n8n/results';
import type { Run } from '../n8n/run';
import type { Work } from '../problems/facts';
import { aboutProject, type Problem, makeProblem } from '../problems/problem';
import { withoutQuotesOfKey } from '../problems/quotes';
import { type Service, serviceOf } from './client';
import { isCredentialChosen, openCredential } from './credential';

/** The account that pays for an item, and is asked for its project. */
export interface Account extends Service {
	/** See `accountIdOf`: it is shown nowhere. */
	id: string;
}

export type WithAccount<T> = T & { account: Account };

async function openWithKey({ context, apiKeys }: Run, itemIndex: number) {
	const opened = await openCredential(context, itemIndex);
	apiKeys.add(opened.apiKey);
	return opened;
}

async function openAccount(run: Run, itemIndex: number, work: Work): Promise<Account | { problem: Problem }> {
	try {
		const opened = await openWithKey(run, itemIndex);
		if ('fault' in opened) {
			return { problem: makeProblem('unusableCredential', { fault: opened.fault, work }) };
		}
		return { id: opened.accountId, ...serviceOf(run, itemIndex, opened.accountId) };
	} catch (error) {
		const facts = { ...foreignFacts(error), work, isChosen: isCredentialChosen(run.context) };
		return { problem: makeProblem('unopenedCredential', facts, causeOf(error)) };
	}
}

/**
 * Reads the parameters of every item, and opens its credential, before anything is sent. A credential may be made of expressions on the
 * item, so one that cannot be used fails its own item only.
 *
 * @returns an entry for each item, in order
 */
export async function readItemsWithAccounts<T extends object>(
	run: Run,
	parameters: ItemParameters<T>,
	work: Work,
): Promise<Judged<WithAccount<T & HasItemIndex>>> {
	const items = readItems(run, parameters, work);
	if (items.fatal !== undefined) return { fatal: await dropQuotesOfKey(run, items.fatal) };
	const results: Array<Result<WithAccount<T & HasItemIndex>>> = [];
	for (const item of items.results) {
		const result = isBad(item) ? await dropQuotesOfKey(run, item) : await withAccount(run, item, work);
		if (isBad(result) && isFatal(run, result)) return { fatal: result };
		results.push(result);
	}
	return { results };
}

async function dropQuotesOfKey(run: Run, bad: Bad): Promise<Bad> {
	const opened = await openWithKey(run, bad.itemIndex).catch(() => null);
	if (!isCredentialChosen(run.context)) return bad;
	return { ...bad, problem: withoutQuotesOfKey(bad.problem, opened?.apiKey ?? null) };
}

/** Errors of Wait and Get name the project, so that nobody submits its video again. */
async function withAccount<T extends HasItemIndex & { projectId?: string }>(
	run: Run,
	item: T,
	work: Work,
): Promise<Result<WithAccount<T>>> {
	const { itemIndex, projectId } = item;
	const account = await openAccount(run, itemIndex, work);
	if (!('problem' in account)) return { ...item, account };
	const { problem } = account;
	return { itemIndex, problem: projectId === undefined ? problem : aboutProject(problem, projectId) };
}
