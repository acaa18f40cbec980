import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { runIndexOf } from '../n8n/parameters';
import type { Clip } from '../interface/clip';
import { isJsonObject } from '../values/json';
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
	/** Forgets them, when there is no further try. */
	finish(): void;
}

const MEMO = 'downloads';

/** What is remembered is of our own making, so its shape is known once the outer one is there. */
const remembered = z.object({
	run: z.string(),
	files: z.record(z.custom<Fetched>((value) => isJsonObject(value) && isJsonObject(value.file))),
});

/**
 * Opens what Download remembers. It does not outlive the execution: a later one, which n8n's Retry starts from the data of this
 * one, has no claim to the files of this one.
 */
export function openDownloadMemory(context: IExecuteFunctions): DownloadMemory {
	const runIndex = runIndexOf(context);
	const run = `${context.getExecutionId()}/${runIndex}`;
	const memory = context.getContext('node');
	const known = remembered.safeParse(memory[MEMO]).data;
	const files = known?.run === run ? { ...known.files } : {};
	const keyOf = (itemIndex: number, link: URL, name: string): string =>
		createHash('sha256').update(`${itemIndex}\n${link.href}\n${name}`).digest('hex');
	return {
		recall: (itemIndex, link, name) => files[keyOf(itemIndex, link, name)] ?? null,
		keep: (itemIndex, link, name, fetched) => {
			// What n8n keeps within the items themselves would be kept twice.
			if (fetched.file.binary.id === undefined) return;
			files[keyOf(itemIndex, link, name)] = fetched;
			memory[MEMO] = { run, files };
		},
		finish: () => {
			Reflect.deleteProperty(memory, MEMO);
		},
	};
}
