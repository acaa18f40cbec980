import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { Clip } from '../interface/clip';
import { isJsonObject } from '../values/json';
import type { StoredFile } from './store';

/** A file that is stored, with the clip as the service told it anew, if it had to be asked. */
export interface Fetched {
	file: StoredFile;
	refreshed: Clip | null;
}

/** What Download remembers from other runs and tries of the same node in the same execution. */
export interface DownloadMemory {
	/** The names that other runs have given to their files: a loop runs the node again and again. */
	readonly taken: readonly string[];
	/** Takes note of the names of this run. */
	nameAll(names: readonly string[]): void;
	/** The file that an earlier try of this run has stored; null when there is none. */
	recall(itemIndex: number, link: URL, name: string): Fetched | null;
	/** Takes note of a stored file: Retry On Fail runs the node again for all its items. */
	keep(itemIndex: number, link: URL, name: string, fetched: Fetched): void;
	/** Forgets the files of this run, for which there is no further try. */
	finish(): void;
}

const MEMO = 'downloads';

/** What is remembered is of our own making, so its shape is known once the outer one is there. */
const run = z.object({
	names: z.array(z.string()),
	files: z.record(z.custom<Fetched>((value) => isJsonObject(value) && isJsonObject(value.file))),
});

type Run = z.infer<typeof run>;

const remembered = z.object({ executionId: z.string(), runs: z.record(run) });

/**
 * Opens what Download remembers. It does not outlive the execution: a later one, which n8n's Retry starts from the data of this
 * one, has no claim to the files of this one.
 *
 * @param context - the running node
 */
export function openDownloadMemory(context: IExecuteFunctions): DownloadMemory {
	const runIndex = z.coerce.string().parse(context.evaluateExpression('{{ $runIndex }}', 0));
	const executionId = context.getExecutionId();
	const memory = context.getContext('node');
	const known = remembered.safeParse(memory[MEMO]).data;
	const { [runIndex]: own, ...others } = known?.executionId === executionId ? known.runs : {};
	let mine: Run = own ?? { names: [], files: {} };
	const change = (changed: Partial<Run>): void => {
		mine = { ...mine, ...changed };
		memory[MEMO] = { executionId, runs: { ...others, [runIndex]: mine } };
	};
	const keyOf = (itemIndex: number, link: URL, name: string): string =>
		createHash('sha256').update(`${itemIndex}\n${link.href}\n${name}`).digest('hex');
	return {
		taken: Object.values(others).flatMap(({ names }) => names),
		nameAll: (names) => change({ names: [...names] }),
		recall: (itemIndex, link, name) => mine.files[keyOf(itemIndex, link, name)] ?? null,
		keep: (itemIndex, link, name, fetched) => {
			// What n8n keeps within the items themselves would be kept twice.
			if (fetched.file.binary.id === undefined) return;
			change({ files: { ...mine.files, [keyOf(itemIndex, link, name)]: fetched } });
		},
		finish: () => change({ files: {} }),
	};
}
