import type { IExecuteFunctions } from 'n8n-workflow';
import { grouped } from '../lib/grouped';
import { readText } from '../lib/values';
import { runIndexOf } from '../n8n/execution';
import { isToolCall } from '../n8n/host';
import type { OfItem } from '../n8n/outcomes';
import { logTexts } from '../problems/notices';
import type { WithAccount } from '../service/accounts';
import type { Answer } from '../service/rules/answer';
import { contentOf } from './content';
import type { CreateParameters } from './create.schema';
import { type Memory, openMemory } from './memory';
import { lastSubmissionAt, type Pace, paceOf } from './pace';

/** An item that is to be submitted, with the account that pays for it. */
export type PayingItem = WithAccount<CreateParameters & OfItem>;

/** How long a tool waits for the limits of the service, in milliseconds: MCP clients give up after a minute, and call again. */
const PATIENCE_OF_AGENTS = 10_000;

/** How often the log is told how far a batch is, in milliseconds. */
export const TOLD_EVERY = 3_600_000;

export const byAccount = (items: readonly PayingItem[]) => grouped(items, ({ account }) => account.id);

/** One run of the node, with what its submissions share. */
export interface NodeRun {
	readonly context: IExecuteFunctions;
	readonly memory: Memory;
	/** The ID of the execution; empty for a call without one. */
	readonly execution: string;
	/** Which run of the node this is; empty for a tool, of which each call has another run index. */
	readonly runIndex: string;
	/** Ends the pauses between tries; nothing is sent after it. */
	readonly signal: AbortSignal;
	/** How long a video may wait for the limits of the service, in milliseconds. */
	readonly patience: number;
	/** The videos that are not submitted yet, by what is paid for. */
	readonly left: Map<string, PayingItem>;
	/** How many there were. */
	readonly videos: number;
	/** When the log was last told how far they are, epoch milliseconds. */
	toldAt: number;
	/** What the service says now of projects that are used again, by what was paid for. */
	readonly asked: Map<string, Answer>;
	/** For how long the videos of each account had to wait for the limits of the service so far, in milliseconds. */
	readonly waits: Map<Pace, number>;
}

export const runIndexIn = (context: IExecuteFunctions): string =>
	isToolCall(context) ? '' : runIndexOf(context);

/**
 * @param items - that are to be submitted
 * @param signal - see {@link NodeRun}
 */
export function beginRun(
	context: IExecuteFunctions,
	items: readonly PayingItem[],
	signal: AbortSignal,
): NodeRun {
	const left = new Map(items.map((item) => [contentOf(item.submission, item.account.id), item]));
	return {
		context,
		memory: openMemory(context),
		execution: readText(context.getExecutionId()) ?? '',
		runIndex: runIndexIn(context),
		signal,
		patience: isToolCall(context) ? PATIENCE_OF_AGENTS : Infinity,
		left,
		videos: left.size,
		toldAt: 0,
		asked: new Map(),
		waits: new Map(),
	};
}

/** Tells the log, at the start and each hour, how far a batch is: n8n shows nothing of a node while it runs. */
export function tellProgress(run: NodeRun): void {
	const now = Date.now();
	if (now - run.toldAt < TOLD_EVERY) return;
	run.toldAt = now;
	const ends = byAccount([...run.left.values()]).map((items) =>
		lastSubmissionAt(
			paceOf(items[0].account.id),
			items.map(({ submissionsPerMinute }) => submissionsPerMinute),
			now,
		),
	);
	run.context.logger.info(
		logTexts.progressOfBatch(run.videos - run.left.size, run.videos, Math.max(...ends)),
	);
}

/** Where a video is submitted, for the log. */
export const whereIn = ({ context, execution }: NodeRun, itemIndex: number): string =>
	`${execution === '' ? 'no execution' : `execution ${execution}`}, node "${context.getNode().name}", item ${itemIndex}`;
