import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { joined } from '../interface/advice';
import { isSuccess } from '../interface/answer';
import { shownLink } from '../lib/redact';
import type { ItemFailure } from '../n8n/failures';
import { errorJson } from '../n8n/items';
import { stopController } from '../n8n/parameters';
import { readId, readText } from '../lib/values';
import { keepIds } from '../wait/failures';
import type { PollerRound } from '../wait/helpers/poller';
import type { PollerEvent, Task } from '../wait/rules/helperStates';
import { type HeldWork, startWatching, type Watch, type WatchedItem } from '../wait/rules/watch';
import { notSubmitted, submissionFailure } from './failures';
import { type Order, order } from './order';
import { run } from './orderMarks';
import { type Held, openSubmissions, type Submissions } from './submitOnce';

/** What a poller needs to submit what a run could not. */
const work = z.object({
	run,
	orders: z.array(order),
	/** When the account got submissions within the last hour, epoch milliseconds: another process may have sent them. */
	sent: z.array(z.number()),
	/** Rounds in a row in which nothing could be submitted, such as without a credential. */
	missed: z.number(),
});

/** How many such rounds there may be. */
const MISSED_ROUNDS_BELIEVED = 5;

/** How long to leave it at that, in milliseconds. */
const PAUSE_AFTER_MISS = 60_000;

/**
 * Hands orders that may not go out yet to the poller of a paused run.
 *
 * @param held - the orders
 * @param submissions - the run's own
 */
export function holdBack(
	held: readonly Held[],
	{ run: asks, sent }: Pick<Submissions, 'run' | 'sent'>,
	missed = 0,
): HeldWork {
	const until = Math.min(...held.map((one) => one.until));
	const orders = held.map((one) => one.order);
	return {
		items: orders.map(({ place, submission }) => ({
			itemIndex: place.itemIndex,
			video: shownLink(submission.videoUrl),
		})),
		until,
		work: { run: asks, orders, sent: sent(), missed },
	};
}

/**
 * The first work of a poller: submits what was held back, as far as it may go out now.
 *
 * @param context - the running poller
 * @param task - what its run waits for
 * @param round - what is known of the round
 */
export async function submitHeldBack(
	context: IExecuteFunctions,
	task: Task,
	{ service, isOver, hasRunEnded }: PollerRound,
): Promise<PollerEvent> {
	const stored = work.safeParse(task.watch.held?.work);
	const watch: Watch = { ...task.watch, held: undefined };
	if (!stored.success) {
		return {
			name: 'endedBy',
			message: {
				kind: 'ended',
				task,
				by: 'loss',
				reason: 'n8n lost the videos that were still to be submitted',
			},
		};
	}
	const { run: asks, orders, sent, missed } = stored.data;
	const { signal } = stopController(context);
	let submissions: Submissions;
	try {
		submissions = openSubmissions(context, await service, signal, { run: asks, sent });
	} catch (error) {
		if (missed + 1 >= MISSED_ROUNDS_BELIEVED) {
			return fail(task, orders, (itemIndex, remark) => notSubmitted(context, itemIndex, error, remark));
		}
		const until = Date.now() + PAUSE_AFTER_MISS;
		const again = orders.map((one) => ({ state: 'held' as const, order: one, until }));
		const held = holdBack(again, { run: asks, sent: () => sent }, missed + 1);
		return { name: 'asked', task: { ...task, watch: { ...watch, held } } };
	}

	const jsons = [...task.jsons];
	const watched: WatchedItem[] = [...watch.watched];
	const left: Held[] = [];
	for (const [index, one] of orders.entries()) {
		// Whoever stops the run while a video is submitted wants no other one.
		if (index === 0 ? isOver : await hasRunEnded()) {
			submissions.giveUp(orders);
			return { name: 'runEnded' };
		}
		const result = await submissions.attempt(one);
		const { itemIndex } = one.place;
		if (result.state === 'held') {
			left.push(result);
		} else if (result.state === 'answered' && isSuccess(result.answer)) {
			const { project } = result.answer;
			jsons[itemIndex] = project;
			const { projectId } = project;
			if (one.wait !== null) {
				const now = Date.now();
				const [fresh] = startWatching([{ itemIndex, projectId, policy: one.wait }], now);
				// Not due in this round: the service may not know the project yet.
				if (fresh !== undefined) watched.push({ ...fresh, askedAt: now });
			}
		} else {
			const unsent = [...left.map(({ order: other }) => other), ...orders.slice(index + 1)];
			const failed = fail({ watch, jsons }, [one], (_, remark) =>
				submissionFailure(
					context,
					one,
					result,
					watch.stopsAtFailure ? joined(remark, nameUnsent(unsent)) : '',
				),
			);
			if (failed.name !== 'asked') {
				submissions.giveUp(orders);
				return failed;
			}
			jsons.splice(0, jsons.length, ...failed.task.jsons);
		}
	}
	const held = left.length === 0 ? undefined : holdBack(left, submissions);
	return { name: 'asked', task: { watch: { ...watch, watched, held }, jsons } };
}

/** A sentence with the videos that were not submitted, for an error that ends the run: n8n's Retry only repeats that error. */
function nameUnsent(orders: readonly Order[]): string {
	if (orders.length === 0) return '';
	const list = orders.map(
		({ place, submission }) => `${shownLink(submission.videoUrl)} (item ${place.itemIndex})`,
	);
	return `Videos that were not submitted: ${list.join(', ')}. Submit them in a new execution.`;
}

/** What becomes of orders that failed: the end of the run, or an item for each. */
function fail(
	{ watch, jsons }: Task,
	orders: readonly Order[],
	failureOf: (itemIndex: number, remark: string) => ItemFailure,
): PollerEvent {
	const projects = jsons.flatMap((json, itemIndex) => {
		const projectId = readId(json.projectId);
		return projectId === undefined ? [] : [{ itemIndex, projectId }];
	});
	const results = [...jsons];
	for (const { place } of orders) {
		const failure = failureOf(place.itemIndex, watch.stopsAtFailure ? keepIds(projects) : '');
		if (watch.stopsAtFailure) {
			const { message, description } = failure.error;
			const httpCode = readText(failure.details.httpCode) ?? null;
			const error = { itemIndex: place.itemIndex, message, description: description ?? '', httpCode };
			return { name: 'endedBy', message: { kind: 'told', error } };
		}
		results[place.itemIndex] = errorJson(failure);
	}
	return { name: 'asked', task: { watch: { ...watch, held: undefined }, jsons: results } };
}
