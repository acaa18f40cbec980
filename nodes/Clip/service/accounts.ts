import type { IExecuteFunctions } from 'n8n-workflow';
import { readText } from '../lib/values';
import {
	asFailure,
	isFailure,
	type ItemFailure,
	itemFailure,
	NOTHING_ASKED,
	type NothingDone,
} from '../n8n/failures';
import { adviceOnCredential, credentialUnused, openCredential } from './credential';

/** An item with the account that its calls use. */
export type WithAccount<T> = T & {
	/** A hash of address and key. */
	account: string;
};

/**
 * Opens the credential of each item that has passed its checks, before anything is sent: its fields may be expressions on the
 * item. One that cannot be used fails its own item.
 *
 * @param checked - one entry for each input item, in order
 * @param nothingDone - what it means that a credential cannot be used
 * @throws NodeOperationError for the first credential that cannot be used, unless the node continues on fail
 */
export async function withAccounts<T extends object>(
	context: IExecuteFunctions,
	checked: ReadonlyArray<T | ItemFailure>,
	nothingDone = NOTHING_ASKED,
): Promise<Array<WithAccount<T> | ItemFailure>> {
	const opened: Array<WithAccount<T> | ItemFailure> = [];
	for (const [itemIndex, item] of checked.entries()) {
		if (isFailure(item)) {
			opened.push(item);
			continue;
		}
		const result = await withAccount(context, itemIndex, item, nothingDone);
		if (isFailure(result) && !context.continueOnFail()) throw result.error;
		opened.push(result);
	}
	return opened;
}

async function withAccount<T extends object>(
	context: IExecuteFunctions,
	itemIndex: number,
	item: T,
	nothingDone: NothingDone,
): Promise<WithAccount<T> | ItemFailure> {
	// Of Wait and Get: who reads the error must not look for it, or submit its video again.
	const projectId = 'projectId' in item ? (readText(item.projectId) ?? null) : null;
	try {
		const credential = await openCredential(context, itemIndex);
		if (!('complaint' in credential)) return { ...item, account: credential.account };
		const advice = adviceOnCredential(credential.complaint, nothingDone);
		return itemFailure(context, itemIndex, projectId, advice, 'authentication');
	} catch (error) {
		return asFailure(context, itemIndex, error, {
			outcome: 'authentication',
			projectId,
			nothingDone: credentialUnused(nothingDone),
		});
	}
}
