import { z } from 'zod/v3';
import type { Answer, Failure } from '../../service/rules/answer';
import { checkProjectId } from '../../service/rules/project';
import { SHORTEST_POLL_INTERVAL } from '../../service/rules/vocabulary';
import { isJsonObject, type JsonObject } from '../../lib/json';
import { nextStep, policiesByProject, type PollingPolicy, startWaiting, type WaitResult } from './polling';

/*
 * All of this is stored with paused executions, which an update of this package may find: a change must still read what
 * was stored before.
 */

/** An input item whose project is processed while the execution is paused. */
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
});

/** Under which name it is stored: no item of the service's looks like that. */
const NAME = 'clipPausedWait';

/** A wait as an item, or the memory of a node, carries it. */
export const carrying = (wait: PausedWait): JsonObject => ({ [NAME]: wait });

/**
 * Reads back a wait that went through n8n's database.
 *
 * @param carrier - anything
 * @returns null when it is none
 */
export function readPausedWait(carrier: unknown): PausedWait | null {
	const read = z.object({ [NAME]: pausedWait }).safeParse(carrier);
	return read.success ? read.data[NAME] : null;
}

/**
 * The beginning of a wait. Items that wait for the same project do so as patiently as the most patient of them.
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

/**
 * The projects to ask for in a status check: those whose poll interval has passed, each once.
 *
 * @param watched - all items that are waited for
 */
export const dueProjects = (watched: readonly WatchedItem[], now: number): string[] => [
	...new Set(
		watched
			.filter(({ askedAt, policy }) => askedAt === null || askedAt + policy.pollInterval <= now)
			.map(({ projectId }) => projectId),
	),
];

/** What a status check brought. */
export interface Round {
	/** How the wait of an item ended, by item index, in the order of the items. */
	ended: Map<number, WaitResult>;
	watched: WatchedItem[];
}

/**
 * Draws the conclusions from the answers to a status check.
 *
 * @param watched - the items before it
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

/** How many status checks in a row may come to nothing before the wait breaks off. */
const MISSED_ROUNDS_BELIEVED = 5;

/**
 * Draws the conclusions from a status check in which nothing could be asked, such as while the credential cannot be read.
 *
 * @param watched - the items before it
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
