import { z } from 'zod/v3';
import { isJsonObject, type JsonObject, toJson } from '../../lib/json';
import type { WaitResult } from './polling';
import { watch } from './watch';

/*
 * What the two helpers of a paused run go through. The poller submits what was held back and asks the service. The keeper
 * starts it, and another one should n8n lose it. All of this is stored with paused executions, which an update of this
 * package may find: a change must still read what was stored before.
 */

const json = z.custom<JsonObject>(isJsonObject);

/** What a run waits for, and what comes out for each of its items as far as that is known. */
export type Task = z.output<typeof task>;

const task = z.object({ watch, jsons: z.array(json) });

type BadEnd = Exclude<WaitResult, { end: 'ready' }>;

/** What ends the whole run. */
const verdict = z.object({
	itemIndex: z.number(),
	projectId: z.string(),
	// Of our own making, so its shape is known once it is there.
	end: z.custom<BadEnd>((value) => isJsonObject(value) && typeof value.end === 'string'),
	/** What else the user must know. */
	remark: z.string(),
});

/** An error that another room has made, to be made again in another execution. */
const toldError = z.object({
	itemIndex: z.number(),
	message: z.string(),
	description: z.string(),
	httpCode: z.string().nullable(),
});

/** What a helper hands over. */
export type Message = z.output<typeof message>;

const wanted = json.optional();

const message = z.discriminatedUnion('kind', [
	/** To a helper that starts: this is to be done. */
	z.object({ kind: z.literal('task'), task }),
	/** All is settled: what comes out. */
	z.object({ kind: z.literal('settled'), jsons: z.array(json), wanted }),
	/** A project, or a submission, ends the whole run. */
	z.object({ kind: z.literal('verdict'), verdict, wanted }),
	z.object({ kind: z.literal('told'), error: toldError }),
	/** The waiting ended, but no project of those that are left. */
	z.object({ kind: z.literal('ended'), task, by: z.enum(['stop', 'loss']), reason: z.string() }),
	/** The run has ended without its helpers. */
	z.object({ kind: z.literal('left') }),
]);

/** Under which name a message travels: no item of the service's looks like that. */
const MESSAGE = 'clipHelper';

/**
 * A message as an item carries it.
 *
 * @param content - the message
 */
export const carrying = (content: Message): JsonObject => ({ [MESSAGE]: { ...content } });

/**
 * Reads a message that went through n8n's database.
 *
 * @param carrier - anything
 * @returns null when it is none, or none that this version can read
 */
export function readMessage(carrier: unknown): Message | null {
	const read = z
		.object({ [MESSAGE]: message })
		.strict()
		.safeParse(carrier);
	return read.success ? read.data[MESSAGE] : null;
}

/** What a poller is about. */
export type PollerState = { name: 'waiting'; task: Task } | { name: 'done'; message: Message };

/** What a round of a poller brought. */
export type PollerEvent =
	| { name: 'asked'; task: Task }
	| { name: 'endedBy'; message: Message }
	| { name: 'runEnded' };

/**
 * What a poller goes over to.
 *
 * @param event - what has happened
 */
export function pollerAfter(event: PollerEvent): PollerState {
	switch (event.name) {
		case 'runEnded':
			return { name: 'done', message: { kind: 'left' } };
		case 'endedBy':
			return { name: 'done', message: event.message };
		case 'asked': {
			const { watch: left, jsons } = event.task;
			return left.watched.length > 0 || left.held !== undefined
				? { name: 'waiting', task: event.task }
				: { name: 'done', message: { kind: 'settled', jsons, wanted: left.wanted } };
		}
	}
}

/** How many pollers a keeper starts, one after the other, before it leaves it at what is known. */
const MOST_POLLERS = 20;

/**
 * How many of them in a row may be lost before they have stored anything new. n8n dies now and then in the middle of a round, but
 * not in each one: whatever such a round brings, n8n cannot store it or hand it on.
 */
const LOSSES_BELIEVED = 5;

/** How many pollers in a row were lost before they had stored anything new; absent while it is none. */
const fruitless = z.number().optional();

/** What a keeper is about. */
export type KeeperState = z.output<typeof keeperState>;

export const keeperState = z.discriminatedUnion('name', [
	/** It is to start a poller. */
	z.object({ name: z.literal('hiring'), task, pollers: z.number(), fruitless }),
	/** A poller works. */
	z.object({ name: z.literal('keeping'), task, pollers: z.number(), fruitless, poller: z.string() }),
	z.object({ name: z.literal('done'), message }),
]);

/** What happens to a keeper. */
export type KeeperEvent =
	| { name: 'task'; task: Task }
	| { name: 'hired'; poller: string }
	| { name: 'notHired'; reason: string }
	| { name: 'brought'; message: Message }
	/** n8n has lost the poller; `task` is what that knew last. */
	| { name: 'lost'; task: Task | null; reason: string }
	| { name: 'stopped'; task: Task | null };

/**
 * What a keeper goes over to.
 *
 * @param state - what it was about; null when it has just started
 * @param event - what has happened
 * @returns null when that cannot happen to it
 */
export function keeperAfter(state: KeeperState | null, event: KeeperEvent): KeeperState | null {
	if (state === null) return event.name === 'task' ? { name: 'hiring', task: event.task, pollers: 1 } : null;
	if (state.name === 'done') return null;
	const ended = (known: Task | null, by: 'loss' | 'stop', reason: string): KeeperState => ({
		name: 'done',
		message: { kind: 'ended', task: known ?? state.task, by, reason },
	});
	if (state.name === 'hiring') {
		if (event.name === 'hired') return { ...state, name: 'keeping', poller: event.poller };
		return event.name === 'notHired' ? ended(state.task, 'loss', event.reason) : null;
	}
	switch (event.name) {
		case 'brought':
			return { name: 'done', message: event.message };
		case 'stopped':
			return ended(event.task, 'stop', '');
		case 'lost': {
			const known = event.task ?? state.task;
			const isNew = toJson(known.watch) !== toJson(state.task.watch);
			const losses = isNew ? 0 : (state.fruitless ?? 0) + 1;
			return losses < LOSSES_BELIEVED && state.pollers < MOST_POLLERS
				? { name: 'hiring', task: known, pollers: state.pollers + 1, fruitless: losses }
				: ended(known, 'loss', `n8n lost the helper execution several times: ${event.reason}`);
		}
		default:
			return null;
	}
}
