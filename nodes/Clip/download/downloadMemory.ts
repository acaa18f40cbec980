import type { IExecuteFunctions } from 'n8n-workflow';
import type { Clip } from '../interface/clip';
import type { StoredFile } from './store';

/** A file that is stored, with the clip as the service told it anew, if it had to be asked. */
export interface Fetched {
	file: StoredFile;
	refreshed: Clip | null;
}

/** The files that earlier tries of the same run of the node have stored: Retry On Fail runs it again for all its items. */
interface DownloadMemory {
	/** The file of an item; null when there is none. */
	recall(itemIndex: number, link: URL, name: string): Fetched | null;
	keep(itemIndex: number, link: URL, name: string, fetched: Fetched): void;
}

/**
 * The files of the latest run of each node of each execution. n8n tries a node again in the same process, with the same context,
 * also when nothing has failed: it takes any item with a field `error` for a failure. So nobody can tell which try is the last;
 * but what is kept here goes when n8n lets the execution go, and is not stored with it.
 */
const latest = new WeakMap<object, { run: string; files: Map<string, Fetched> }>();

/**
 * Opens what Download remembers of the running node.
 *
 * @param run - which run of the node it is
 */
export function openDownloadMemory(context: IExecuteFunctions, run: string): DownloadMemory {
	const node = context.getContext('node');
	const known = latest.get(node);
	const files = known?.run === run ? known.files : new Map<string, Fetched>();
	latest.set(node, { run, files });
	const keyOf = (itemIndex: number, link: URL, name: string): string => `${itemIndex}\n${link.href}\n${name}`;
	return {
		recall: (itemIndex, link, name) => files.get(keyOf(itemIndex, link, name)) ?? null,
		keep: (itemIndex, link, name, fetched) => {
			files.set(keyOf(itemIndex, link, name), fetched);
		},
	};
}
