import type { IExecuteFunctions } from 'n8n-workflow';
import { failureFrom, failureOf } from '../n8n/failures';
import { endAtFailure, isFailedItem, type OfItem, type Outcome } from '../n8n/outcomes';
import { adviceOnCredential, CREDENTIAL_UNUSED, openCredential } from './credential';

/** An item with the account that its calls use. */
export type WithAccount<T> = T & {
	/** A hash of address and key. */
	account: string;
};

/**
 * Opens the credential of each item that has not failed, before anything is sent: its fields may be expressions on the
 * item. One that cannot be used fails its own item.
 *
 * @param items - one entry for each input item, in order
 * @throws ItemFailed for the first credential that cannot be used, unless the node continues on fail
 */
export async function withAccounts<T extends OfItem>(
	context: IExecuteFunctions,
	items: ReadonlyArray<Outcome<T>>,
): Promise<Array<Outcome<WithAccount<T>>>> {
	const opened: Array<Outcome<WithAccount<T>>> = [];
	for (const item of items) {
		const outcome = isFailedItem(item) ? item : await withAccount(context, item);
		if (outcome !== item) endAtFailure(context, [outcome]);
		opened.push(outcome);
	}
	return opened;
}

async function withAccount<T extends OfItem>(
	context: IExecuteFunctions,
	item: T,
): Promise<Outcome<WithAccount<T>>> {
	const { itemIndex } = item;
	const outcome = 'authentication';
	try {
		const credential = await openCredential(context, itemIndex);
		if (!('complaint' in credential)) return { ...item, account: credential.account };
		return { itemIndex, failure: failureOf(adviceOnCredential(credential.complaint), outcome) };
	} catch (error) {
		return { itemIndex, failure: failureFrom(error, { outcome, nothingDone: CREDENTIAL_UNUSED }) };
	}
}
