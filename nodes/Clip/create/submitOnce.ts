import type { IExecuteFunctions } from 'n8n-workflow';
import type { Service } from '../client/service';
import { type Answer, isSuccess } from '../interface/answer';
import { reasonOf } from '../n8n/failures';
import { pause } from '../n8n/pause';
import { noteProjects } from '../n8n/trace';
import { adviceOnLeftOpen } from '../interface/advice';
import { shownLink } from '../lib/redact';
import { type End, type Entry, writeDown } from './journal';
import type { Order } from './order';
import { paceOf } from './pace';
import { contentOf, marksOf, memoryKeyOf, type Run } from './orderMarks';
import { openMemory } from './orderMemory';
import { pauseBeforeResubmitting } from './rules/resubmission';

/** What came of an order. */
export type Submitted =
	| {
			state: 'answered';
			answer: Answer;
			/** Epoch milliseconds. */
			sentAt: number;
			/** Whether this run knew the answer already. */
			recalled: boolean;
	  }
	/** It was sent before, or may have been, and n8n does not know any more what came of it. */
	| { state: 'forgotten' }
	/** Somebody has stopped the run before it was accepted; nothing is on its way. */
	| { state: 'stopped'; tries: number }
	/** n8n could not write it down, so it was not sent. */
	| { state: 'unwritten'; reason: string };

/** An order that may not go out yet. */
export interface Held {
	state: 'held';
	/** The order with what is known of its tries. */
	order: Order;
	/** When to come back, epoch milliseconds. */
	until: number;
}

/** The only way to submit, for one run of a node or one round of a helper. */
export interface Submissions {
	/** Submits a video if it may go out now; at most once for the same order. */
	attempt(order: Order): Promise<Held | Submitted>;
	/** Submits a video as soon as it may go out. The worker is held until then. */
	submit(order: Order): Promise<Submitted>;
	/** How long orders were held back while the worker was held, in milliseconds. */
	heldBack(): number;
	/** Videos of which an earlier submission was left without a result. */
	leftOpen(): ReadonlySet<string>;
	/** Gives up the places of orders that nobody submits any more, so that they hold up no others. */
	giveUp(orders: readonly Order[]): void;
	/** The run that asks; a helper needs it to submit for it. */
	run: Run;
	/** When submissions to this account went out within the last hour, epoch milliseconds. */
	sent(): number[];
}

/** Orders that are being submitted, by the memory of their execution: an agent calls its tools side by side. */
const underWay = new WeakMap<object, Map<string, Promise<Held | Submitted>>>();

/**
 * Opens the only way to submit. What was accepted, or may have been, is remembered with the execution, and written down in
 * the {@link writeDown | journal} before: neither Retry On Fail nor n8n's Retry nor an agent pays for an order twice.
 *
 * @param service - the service to submit to
 * @param signal - ends the pauses between tries; nothing is sent after it
 * @param heldFor - the run that a helper submits for, and when that has submitted (epoch milliseconds)
 */
export function openSubmissions(
	context: IExecuteFunctions,
	service: Service,
	signal: AbortSignal,
	heldFor?: { run: Run; sent: readonly number[] },
): Submissions {
	const memory = openMemory(context, heldFor?.run);
	const { run } = memory;
	const store = context.getContext('node');
	const calls = underWay.get(store) ?? new Map<string, Promise<Held | Submitted>>();
	underWay.set(store, calls);
	const pace = paceOf(service.account);
	pace.learn(heldFor?.sent ?? []);
	const leftOpen = new Set<string>();
	const isStopped = () => signal.aborted;
	let heldBack = 0;

	const send = async (order: Order): Promise<Held | Submitted> => {
		const { submission, place, policy } = order;
		const marks = marksOf(run, place, submission);
		const turn = order.notBefore > Date.now() ? order.notBefore : pace.take(marks.own, policy, Date.now());
		if (typeof turn === 'number') return { state: 'held', order, until: turn };
		// What this execution has sent itself is no trace of the run that it repeats.
		const retryOf = memory.hasSubmitted(order) ? 'none' : run.retryOf;
		const entry = await writeDown(context, marks, retryOf);
		if (entry.state !== 'written') turn.giveBack();
		if (entry.state === 'known') return { state: 'forgotten' };
		if (entry.state === 'unwritable') return { state: 'unwritten', reason: entry.reason };
		const video = shownLink(submission.videoUrl);
		if (entry.leftOpen) {
			leftOpen.add(video);
			context.logger.warn(adviceOnLeftOpen(video));
		}
		if (isStopped()) {
			turn.giveBack();
			await close(context, entry, 'refused');
			return { state: 'stopped', tries: order.tries };
		}
		const sentAt = Date.now();
		context.logger.info(`Submitting ${video} (${whereOf(context, run.id, place.itemIndex)})`);
		const answer = await service.submit(submission);
		turn.answered();
		leaveTrace(context, whereOf(context, run.id, place.itemIndex), video, answer);
		if (isSuccess(answer) || answer.mayHaveCreated) memory.remember(order, answer, sentAt);
		await close(
			context,
			entry,
			isSuccess(answer) ? 'accepted' : answer.mayHaveCreated ? 'unknown' : 'refused',
		);

		const triedSince = order.triedSince ?? sentAt;
		const tries = order.tries + 1;
		const wait = isStopped()
			? null
			: pauseBeforeResubmitting(answer, { tries, triedFor: Date.now() - triedSince }, policy);
		if (wait === null) return { state: 'answered', answer, sentAt, recalled: false };
		const until = Date.now() + wait;
		if (!isSuccess(answer) && answer.outcome === 'rateLimited') pace.close(until);
		return { state: 'held', order: { ...order, tries, triedSince, notBefore: until }, until };
	};

	const attempt = async (order: Order): Promise<Held | Submitted> => {
		const known = memory.recall(order);
		if (known !== null) return { state: 'answered', ...known, recalled: true };
		const key = `${memoryKeyOf(order.place, order.submission)}/${contentOf(order.submission)}`;
		const other = calls.get(key);
		if (other !== undefined) return await other;
		const call = send(order).finally(() => calls.delete(key));
		calls.set(key, call);
		return await call;
	};

	const giveUp = (orders: readonly Order[]): void => {
		for (const { place, submission } of orders) pace.leave(marksOf(run, place, submission).own);
	};

	return {
		attempt,
		submit: async (first) => {
			let order = first;
			for (;;) {
				const result = await attempt(order);
				if (result.state !== 'held') return result;
				({ order } = result);
				const began = Date.now();
				await pause(result.until, signal);
				heldBack += Date.now() - began;
				if (signal.aborted) {
					giveUp([order]);
					return { state: 'stopped', tries: order.tries };
				}
			}
		},
		heldBack: () => heldBack,
		leftOpen: () => leftOpen,
		giveUp,
		run,
		sent: () => pace.moments,
	};
}

const whereOf = (context: IExecuteFunctions, id: string, itemIndex: number): string =>
	`execution ${id}, node "${context.getNode().name}", item ${itemIndex}`;

/** Should this process die before the run is stored, or somebody stop the run, the log still knows what was paid for. */
function leaveTrace(context: IExecuteFunctions, where: string, video: string, answer: Answer): void {
	if (isSuccess(answer)) {
		const { projectId } = answer.project;
		context.logger.info(`Created project ${projectId} of ${video} (${where})`);
		noteProjects(context, [projectId]);
	} else if (answer.mayHaveCreated) {
		context.logger.warn(`It is unknown whether a project was created of ${video} (${where})`);
	}
}

/** The result counts, whatever becomes of its entry: one that stays open only makes a later run hesitate. */
async function close(
	context: IExecuteFunctions,
	entry: Extract<Entry, { state: 'written' }>,
	end: End,
): Promise<void> {
	try {
		await entry.close(end);
	} catch (error) {
		context.logger.warn(`n8n could not close the entry of a submission: ${reasonOf(error)}`);
	}
}
