import { createHash } from 'node:crypto';
import { runIndexOf } from '../n8n/platform';
import { groupBy } from '../lib/groupBy';
import { readText } from '../lib/values';
import type { HasItemIndex } from '../n8n/results';
import type { NodeExecution } from '../n8n/nodeExecution';
import { LIMITS_SENTENCE } from '../problems/problemText';
import type { WithAccount } from '../service/accounts';
import type { Submission } from '../service/rules/submission';
import type { WaitMode, WaitSettings } from '../wait/rules/watchedItem';
import type { SubmissionStore } from './submissionStore';
import { lastSlotAt, type Pace, paceOf } from './pace';
import { contentOf, type ServiceDefaults } from './rules/content';
import type { SubmitAgain } from './rules/reuse';

interface ItemToSubmit extends HasItemIndex {
	submission: Submission;
	submissionsPerMinute: number;
	submitAgain: SubmitAgain;
	waitMode: WaitMode;
	/** Null where 'Wait Until Ready' is off. */
	waitSettings: WaitSettings | null;
}

export type SubmissionItem = WithAccount<ItemToSubmit> & {
	/** See {@link contentKeyOf}. */
	contentKey: string;
};

/** How long a tool waits for the limits of the service, in milliseconds: MCP clients give up after a minute, and call again. */
const LONGEST_DELAY_OF_AGENTS = 10_000;

export const groupByAccount = (items: readonly SubmissionItem[]) =>
	groupBy(items, ({ account }) => account.id);

/** Items with the same key are paid for once, see {@link contentOf}. */
export const contentKeyOf = (submission: Submission, accountId: string, defaults: ServiceDefaults): string =>
	createHash('sha256')
		.update(contentOf(submission, accountId, defaults))
		.digest('base64url');

export const withContentKeys = (
	items: ReadonlyArray<WithAccount<ItemToSubmit>>,
	defaults: ServiceDefaults,
): SubmissionItem[] =>
	items.map((item) => ({ ...item, contentKey: contentKeyOf(item.submission, item.account.id, defaults) }));

/** What the submissions of a node share. */
export interface Batch {
	readonly execution: NodeExecution;
	readonly store: SubmissionStore;
	/** Empty where n8n's own Agents call the node: that is no execution. */
	readonly executionId: string;
	/** Which run of the node this is; empty for a tool, each of whose calls has another index. */
	readonly runIndex: string;
	/** How long a video may wait for the limits of the service, in milliseconds. */
	readonly longestDelay: number;
	/** The items whose submission has not ended yet, by content key. */
	readonly pendingItems: Map<string, SubmissionItem>;
	readonly videoCount: number;
	isDelayLogged: boolean;
	/** Since when the service has turned every submission of an account away for the rate limit, epoch milliseconds. */
	readonly rateLimitedSince: Map<Pace, number>;
}

export function beginBatch(
	execution: NodeExecution,
	store: SubmissionStore,
	items: readonly SubmissionItem[],
): Batch {
	const pendingItems = new Map(items.map((item) => [item.contentKey, item]));
	return {
		execution,
		store,
		executionId: readText(execution.context.getExecutionId()) ?? '',
		runIndex: execution.isTool ? '' : runIndexOf(execution.context),
		longestDelay: execution.isTool ? LONGEST_DELAY_OF_AGENTS : Infinity,
		pendingItems,
		videoCount: pendingItems.size,
		isDelayLogged: false,
		rateLimitedSince: new Map(),
	};
}

/** Tells the log, once, until when the videos wait for the limits of the service: n8n shows nothing of a node while it runs. */
export function logDelay(batch: Batch): void {
	if (batch.isDelayLogged) return;
	batch.isDelayLogged = true;
	const now = Date.now();
	const ends = groupByAccount([...batch.pendingItems.values()]).map((items) =>
		lastSlotAt(
			paceOf(items[0].account.id, now),
			items.map(({ submissionsPerMinute }) => submissionsPerMinute),
			now,
		),
	);
	const { execution, videoCount, pendingItems } = batch;
	const until = new Date(Math.max(...ends)).toISOString();
	execution.context.logger.info(
		`${videoCount - pendingItems.size} of ${videoCount} videos are done, the last one goes out at about ${until}. ${LIMITS_SENTENCE}.`,
	);
}

/** Which item has asked for a video. */
export const originOf = ({ executionId, runIndex }: Batch, { itemIndex }: SubmissionItem) => ({
	executionId,
	runIndex,
	itemIndex,
});

export const itemInLog = ({ execution: { context }, executionId }: Batch, itemIndex: number): string =>
	`${executionId === '' ? 'no execution' : `execution ${executionId}`}, node "${context.getNode().name}", item ${itemIndex}`;
