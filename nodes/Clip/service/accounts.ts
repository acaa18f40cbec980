import type { IExecuteFunctions } from 'n8n-workflow';
import { failureFrom, failureOf } from '../n8n/failures';
import { endAtFailure, isFailedItem, type OfItem, type Outcome } from '../n8n/outcomes';
import type { NothingDone } from '../lib/advice';
import { adviceOnCredential, credentialUnused, isCredentialChosen, openCredential } from './credential';

interface MaybeOfProject extends OfItem {
	/** In Wait and Get: errors name it, so that nobody submits its video again. */
	projectId?: string;
}

/** An item with the account that its calls use. */
export type WithAccount<T> = T & {
	/** What tells it apart from others: it is shown nowhere. */
	account: string;
};

/**
 * Opens the credential of each item that has not failed, before anything is sent: its fields may be expressions on the
 * item. One that cannot be used fails its own item.
 *
 * @param items - one entry for each input item, in order
 * @param nothingDone - what it means that a credential cannot be used
 * @throws NodeEnded for the first credential that cannot be used, unless the node continues on fail
 */
export async function withAccounts<T extends MaybeOfProject>(
	context: IExecuteFunctions,
	items: ReadonlyArray<Outcome<T>>,
	nothingDone: NothingDone,
): Promise<Array<Outcome<WithAccount<T>>>> {
	const opened: Array<Outcome<WithAccount<T>>> = [];
	for (const item of items) {
		const outcome = isFailedItem(item) ? item : await withAccount(context, item, nothingDone);
		if (outcome !== item) endAtFailure(context, [outcome]);
		opened.push(outcome);
	}
	return opened;
}

async function withAccount<T extends MaybeOfProject>(
	context: IExecuteFunctions,
	item: T,
	nothingDone: NothingDone,
): Promise<Outcome<WithAccount<T>>> {
	const { itemIndex, projectId = null } = item;
	const kind = 'authentication';
	try {
		const credential = await openCredential(context, itemIndex);
		if (!('complaint' in credential)) return { ...item, account: credential.account };
		const advice = adviceOnCredential(credential.complaint, nothingDone);
		return { itemIndex, failure: failureOf(advice, kind, { projectId }) };
	} catch (error) {
		const facts = {
			kind,
			projectId,
			nothingDone: credentialUnused(nothingDone, isCredentialChosen(context)),
		};
		return { itemIndex, failure: failureFrom(error, facts) };
	}
}
