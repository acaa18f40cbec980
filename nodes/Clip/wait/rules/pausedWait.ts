import { z } from 'zod/v3';
import type { Answer, Failure } from '../../service/rules/answer';
import { checkProjectId } from '../../service/rules/project';
import { SHORTEST_POLL_INTERVAL } from '../../service/rules/vocabulary';
import { isJsonObject, type JsonObject } from '../../lib/json';
import { nextStep, type PollingPolicy, startWaiting, type WaitResult } from './polling';

/*
 * The items that wait are stored with paused executions, which an update of this package may find: a change must still read what
 * was stored before.
 */

/** An input item whose project is waited for. */
export type WatchedItem = z.output<typeof watchedItem>;

const watchedItem = z.object({
	itemIndex: z.number(),
	projectId: z.string().refine((id) => checkProjectId(id).ok),
	policy: z.object({ pollInterval: z.number().min(SHORTEST_POLL_INTERVAL), maxWait: z.number() }),
	state: z.object({
		startedAt: z.number(),
		emptyAnswers: z.number(),
		unreadableAnswers: z.number(),
		inconclusiveAnswers: z.number(),
		// Of our own making, so its shape is known once the outcome is there.
		lastFailure: z
			.custom<Failure>((value) => isJsonObject(value) && typeof value.outcome === 'string')
			.nullable(),
	}),
	/** Epoch milliseconds of the last question; null before the first one. */
	askedAt: z.number().nullable(),
});

/** All that a status check remembers of the execution that it works for. */
export type PausedWait = z.output<typeof pausedWait>;

const pausedWait = z.object({
	/** The execution that is paused, and since when, epoch milliseconds. */
	execution: z.object({ id: z.string(), since: z.number() }),
	watched: z.array(watchedItem),
	/** Whether the first project that ends badly ends the execution. */
	stopsAtFailure: z.boolean(),
	/** What comes out for each input item, as far as that is known. */
	jsons: z.array(z.custom<JsonObject>(isJsonObject)),
	/** Projects of earlier runs of the node in the same execution, for an error that ends it. */
	others: z
		.array(z.object({ itemIndex: z.number(), projectId: z.string(), run: z.string().optional() }))
		.default([]),
});

/** Under which name it is stored: no item of the service's looks like that. */
const NAME = 'clipPausedWait';

/** A wait as an item, or the memory of a node, carries it. */
export const carrying = (wait: PausedWait): JsonObject => ({ [NAME]: wait });

/**
 * Reads back a wait that went through n8n's database.
 *
 * @returns null when it is none
 */
export function readPausedWait(carrier: unknown): PausedWait | null {
	const read = z.object({ [NAME]: pausedWait }).safeParse(carrier);
	return read.success ? read.data[NAME] : null;
}

/** An input item that is to wait for a project. */
export interface WaitingItem {
	itemIndex: number;
	projectId: string;
	policy: PollingPolicy;
	/** Since when, epoch milliseconds; from now on when absent. */
	since?: number;
}

/** The beginning of a wait. Items that wait for the same project do so as patiently as the most patient of them. */
export function startWatching(items: readonly WaitingItem[], now: number): WatchedItem[] {
	return items.map(({ itemIndex, projectId, since = now }) => {
		const policies = items.filter((item) => item.projectId === projectId).map(({ policy }) => policy);
		const policy = {
			pollInterval: Math.min(...policies.map(({ pollInterval }) => pollInterval)),
			maxWait: Math.max(...policies.map(({ maxWait }) => maxWait)),
		};
		return { itemIndex, projectId, policy, state: startWaiting(since), askedAt: null };
	});
}

/**
 * When to ask for the next project, while the execution keeps running. What failed for many executions at once is not asked
 * again by all of them at once: up to a tenth of the interval later.
 *
 * @param chance - from 0 to 1
 * @returns epoch milliseconds
 */
export const nextQuestion = (watched: readonly WatchedItem[], chance: number): number =>
	Math.min(
		...watched.map(({ askedAt, policy: { pollInterval }, state }) => {
			const jitter = state.lastFailure === null ? 0 : chance * pollInterval * 0.1;
			return (askedAt ?? state.startedAt) + pollInterval + jitter;
		}),
	);

/** The projects to ask for: those whose poll interval has passed, each once. */
export const dueProjects = (watched: readonly WatchedItem[], now: number): string[] => [
	...new Set(
		watched
			.filter(({ askedAt, policy, state }) => (askedAt ?? state.startedAt) + policy.pollInterval <= now)
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
 * @param answers - the answers, by project; none for those that were not asked for
 */
export function concludeRound(
	watched: readonly WatchedItem[],
	answers: ReadonlyMap<string, Answer>,
	now: number,
): Round {
	const round: Round = { ended: new Map(), watched: [] };
	for (const item of watched) {
		const answer = answers.get(item.projectId);
		const step = answer && nextStep(item.state, answer, now, item.policy);
		if (step === undefined) round.watched.push(item);
		else if ('result' in step) round.ended.set(item.itemIndex, step.result);
		else round.watched.push({ ...item, state: step.state, askedAt: now });
	}
	return round;
}

/** Ends all waits, after a Stop. */
export const stopRound = (watched: readonly WatchedItem[]): Round => ({
	ended: new Map(watched.map(({ itemIndex }) => [itemIndex, { end: 'stopped' }])),
	watched: [],
});

/** How many status checks in a row may come to nothing before the wait breaks off. */
const MOST_MISSED_ROUNDS = 5;

/** Draws the conclusions from a status check in which nothing could be asked, such as while the credential cannot be read. */
export function missRound(watched: readonly WatchedItem[], now: number, reason: string): Round {
	const round: Round = { ended: new Map(), watched: [] };
	for (const item of watched) {
		const { state } = item;
		const unreadableAnswers = state.unreadableAnswers + 1;
		const inconclusiveAnswers = state.inconclusiveAnswers + 1;
		const over = unreadableAnswers >= MOST_MISSED_ROUNDS || now >= state.startedAt + item.policy.maxWait;
		if (over) round.ended.set(item.itemIndex, { end: 'broken', reason });
		else
			round.watched.push({
				...item,
				state: { ...state, unreadableAnswers, inconclusiveAnswers },
				askedAt: now,
			});
	}
	return round;
}
