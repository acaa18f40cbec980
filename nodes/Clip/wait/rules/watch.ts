import { z } from 'zod/v3';
import type { Answer, Failure } from '../../interface/answer';
import { isJsonObject, type JsonObject } from '../../lib/json';
import { nextWakeUp, wakeUpAt, type WakeUpWindow } from './wakeUps';
import { checkProjectId } from '../../interface/project';
import {
	endUnasked,
	nextStep,
	policiesByProject,
	type PollingPolicy,
	startWaiting,
	type WaitResult,
} from './polling';
import { SHORTEST_POLL_INTERVAL } from '../../interface/vocabulary';

/*
 * All of this is stored with parked executions, which an update of this package may find: a change must still read what
 * was stored before.
 */

/** How patiently to wait, read back from what was stored. */
export const pollingPolicy = z.object({
	pollInterval: z.number().min(SHORTEST_POLL_INTERVAL),
	growth: z.number().optional(),
	maxWait: z.number(),
});

/** What is remembered of an input item while its project is processed and the execution is parked. */
export type WatchedItem = z.output<typeof watchedItem>;

const watchedItem = z.object({
	itemIndex: z.number(),
	projectId: z.string().refine((id) => checkProjectId(id).ok),
	policy: pollingPolicy,
	state: z.object({
		startedAt: z.number(),
		emptyAnswers: z.number(),
		unreadableAnswers: z.number(),
		unsettledAnswers: z.number(),
		// Of our own making, so its shape is known once the outcome is there.
		lastFailure: z
			.custom<Failure>((value) => isJsonObject(value) && typeof value.outcome === 'string')
			.nullable(),
	}),
	/** Epoch milliseconds of the last question; null before the first one. */
	askedAt: z.number().nullable(),
	/** Since when its next question finds no turn, epoch milliseconds; absent while it does. */
	dueSince: z.number().optional(),
});

/** What is held back: work of another room, in its own words. */
export type HeldWork = z.output<typeof held>;

const held = z.object({
	/** The items that it is about, and their videos as an error may show them. */
	items: z.array(z.object({ itemIndex: z.number(), video: z.string() })),
	/** When it may go on, epoch milliseconds. */
	until: z.number(),
	work: z.custom<JsonObject>(isJsonObject),
});

/** All that a parked execution remembers between two rounds of questions. */
export type Watch = z.output<typeof watch>;

export const watch = z.object({
	/** The run that waits, and since when, epoch milliseconds. */
	run: z.object({ executionId: z.string(), since: z.number() }),
	watched: z.array(watchedItem),
	/** Whether the first project that ends badly ends the whole run. */
	stopsAtFailure: z.boolean(),
	/** What a trigger makes of a project, in its own words; absent where the projects themselves are the result. */
	wanted: z.custom<JsonObject>(isJsonObject).optional(),
	/** What is submitted first; absent when nothing is, or nothing any more. */
	held: held.optional(),
});

/**
 * The beginning of a watch. Items that wait for the same project do so as patiently as the most patient of them.
 *
 * @param items - the items, their projects, how patiently to wait, and since when, if not from now on (epoch milliseconds)
 */
export function startWatching(
	items: ReadonlyArray<{ itemIndex: number; projectId: string; policy: PollingPolicy; since?: number }>,
	now: number,
): WatchedItem[] {
	const policies = policiesByProject(items);
	return items.map(({ itemIndex, projectId, policy, since = now }) => ({
		itemIndex,
		projectId,
		policy: policies.get(projectId) ?? policy,
		state: startWaiting(since),
		askedAt: null,
	}));
}

const isDue = ({ askedAt, policy }: WatchedItem, now: number): boolean =>
	askedAt === null || askedAt + policy.pollInterval <= now;

/**
 * The projects to ask for in a round: those whose poll interval has passed, each once, first those that were asked for longest
 * ago.
 *
 * @param watched - all items that are waited for
 */
export const dueProjects = (watched: readonly WatchedItem[], now: number): string[] => [
	...new Set(
		watched
			.filter((item) => isDue(item, now))
			.sort((a, b) => (a.askedAt ?? 0) - (b.askedAt ?? 0))
			.map(({ projectId }) => projectId),
	),
];

/** What a round of questions brought. */
export interface Round {
	/** How the wait of an item ended, by item index, in the order of the items. */
	ended: Map<number, WaitResult>;
	watched: WatchedItem[];
}

/**
 * Draws the conclusions from a round of questions.
 *
 * @param watched - the items before the round
 * @param answers - the answers, by project; none for those that found no turn
 */
export function concludeRound(
	watched: readonly WatchedItem[],
	answers: ReadonlyMap<string, Answer>,
	now: number,
): Round {
	const round: Round = { ended: new Map(), watched: [] };
	for (const item of watched) {
		const answer = answers.get(item.projectId);
		if (answer === undefined) {
			const dueSince = isDue(item, now) ? (item.dueSince ?? now) : undefined;
			const end = dueSince === undefined ? null : endUnasked(item.state, item.policy, dueSince, now);
			if (end !== null) round.ended.set(item.itemIndex, end);
			else round.watched.push({ ...item, ...(dueSince !== undefined && { dueSince }) });
			continue;
		}
		const step = nextStep(item.state, answer, now, item.policy);
		if ('result' in step) round.ended.set(item.itemIndex, step.result);
		else round.watched.push({ ...item, state: step.state, askedAt: now, dueSince: undefined });
	}
	return round;
}

/** How many rounds in a row may come to nothing before the wait breaks off. */
const MISSED_ROUNDS_BELIEVED = 5;

/**
 * Draws the conclusions from a round in which nothing could be asked, such as while the credential cannot be read.
 *
 * @param watched - the items before the round
 * @param reason - why
 */
export function missRound(watched: readonly WatchedItem[], now: number, reason: string): Round {
	const round: Round = { ended: new Map(), watched: [] };
	for (const item of watched) {
		const unreadableAnswers = item.state.unreadableAnswers + 1;
		const over =
			unreadableAnswers >= MISSED_ROUNDS_BELIEVED || now >= item.state.startedAt + item.policy.maxWait;
		if (over) round.ended.set(item.itemIndex, { end: 'broken', reason });
		else round.watched.push({ ...item, state: { ...item.state, unreadableAnswers }, askedAt: now });
	}
	return round;
}

/**
 * When the next round is due: as soon as one of the projects is, or a submission may go out.
 *
 * @param watch - waits for at least one item, or holds back a submission
 */
export function nextRound(
	{ watched, held: heldBack }: Pick<Watch, 'held' | 'watched'>,
	now: number,
): WakeUpWindow {
	const windows = watched.map((item) => nextWakeUp(item, now));
	if (heldBack !== undefined) windows.push(wakeUpAt(heldBack.until, now));
	return {
		earliest: Math.min(...windows.map(({ earliest }) => earliest)),
		latest: Math.min(...windows.map(({ latest }) => latest)),
		deadline: Math.min(...windows.map(({ deadline }) => deadline)),
	};
}
