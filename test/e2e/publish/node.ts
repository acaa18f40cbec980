import type { NewCredential, WorkflowNode } from '../../host';
import { node } from '../flows';

/** What the accounts of the nodes below are known by. */
export const token = 'token-of-another-account';

/** Where a clip that failed leaves, where On Error is Continue (using error output), and what it is linked to. */
export type Failure =
	| 'with all of its fields'
	| 'linked, with its error only'
	| 'not linked, with its error only'
	| 'not linked, for both'
	| 'by the success output, with its error'
	| 'by the success output, like a good one'
	| 'by the success output, like a good one, and sends no other';

/** A node that clips are handed to, filled in as docs/publish.md says. */
export interface PublishNode {
	/** As its row on the page begins. */
	readonly row: string;
	readonly node: WorkflowNode;
	readonly account?: NewCredential;
	/** Where the file goes. */
	readonly host: string;
	/** What must stand in the address or in the text of a call. */
	readonly entered: (clip: Record<string, unknown>) => string;
	readonly failure: Failure;
	/** The file, if nothing else is said. */
	readonly carries?: 'no file';
	/** Whether items behind it are linked to their clips; they are if nothing else is said. */
	readonly isLinked?: false;
}

/** An account that is used by OAuth. */
export const oauth = (name: string, type: string): NewCredential => ({
	name,
	type,
	data: { clientId: 'an app', clientSecret: 'its secret', oauthTokenData: { access_token: token } },
});
/** Another account. */
export const account = (name: string, type: string, data: Record<string, unknown>): NewCredential => ({
	name,
	type,
	data,
});

/** A node of n8n, with the account that it uses. */
export const filled = (
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
	{ type: credential }: { type?: string } = {},
): WorkflowNode =>
	node('Upload', `n8n-nodes-base.${type}`, {
		typeVersion,
		parameters,
		...(credential === undefined ? {} : { credentials: { [credential]: { id: '', name: '' } } }),
	});

/** What is chosen from a list, or by its ID. */
export const chosen = (mode: 'list' | 'id', value: string) => ({ __rl: true, mode, value });

/** What a file is called. */
export const fileName = ({ fileName: name }: Record<string, unknown>) => String(name);
/** Which clip it is. */
export const videoId = ({ videoId: id }: Record<string, unknown>) => String(id);
