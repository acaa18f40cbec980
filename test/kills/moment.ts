import { batchSize, type Batch } from './batch';
import type { Moment } from './plan';
import { hasEnded } from './tend';

/** What is known of a batch at the moment of a kill. */
export interface Glimpse {
	at: number;
	/** Whether nothing of it was running, as far as n8n had told, and how many attempts there were. */
	idle: boolean;
	attempts: number;
	/** While it is not paused, and whether it is certain that it is not. */
	awake: Moment;
	certain: boolean;
	/** While it is paused. */
	asleep: Moment;
}

/** Milliseconds for which n8n is taken to be still working on an answer of the service. */
const digesting = 500;

/**
 * What a batch is doing just now. Whether it is paused only n8n knows, so that is decided afterwards.
 *
 * @param at - the moment of the kill, epoch milliseconds
 */
export function glimpse(batch: Batch, at: number): Glimpse {
	const { questions } = batch.seen;
	const isRecent = (moment: number | undefined) => moment !== undefined && at - moment < digesting;
	const isAsking =
		questions.some(({ request }) => request.status === null) || isRecent(questions.at(-1)?.request.at);
	const wasPaused = batch.status === 'waiting';
	const awake = wasPaused || batch.isAnswered() ? 'resuming' : awakeMoment(batch);
	return {
		at,
		idle: hasEnded(batch.status) && batch.retried.of !== batch.attempts.at(-1),
		attempts: batch.attempts.length,
		awake,
		certain: awake === 'starting' || awake === 'submitting' || awake === 'heldBack',
		asleep: batch.isAnswered() ? 'resuming' : isAsking ? 'polling' : 'paused',
	};
}

/** What a run is doing that was not paused yet. */
function awakeMoment(batch: Batch): Moment {
	if (batch.attempts.length > 1 || batch.retried.asked !== 'no') return 'retrying';
	const arrived = batch.arrived();
	if (arrived === 0) return 'starting';
	if (arrived >= batchSize && batch.seen.submissions.length >= batchSize) return 'pausing';
	return batch.kind.perMinute < batchSize ? 'heldBack' : 'submitting';
}

/**
 * Which moment a kill has hit, once it is known what became of the run.
 *
 * @returns nothing when the run had ended before
 */
export function hitBy(glimpsed: Glimpse, { status, endedAt, attempts }: Batch): Moment | undefined {
	const { at, idle, awake, certain, asleep } = glimpsed;
	const isSame = attempts.length === glimpsed.attempts;
	if (status === 'lost' || (isSame && idle)) return undefined;
	// Of a crashed run n8n tells its last sign of life.
	if (hasEnded(status) && status !== 'crashed' && endedAt < at) return undefined;
	// In queue mode what is killed may be another process than the one that submits, and then the run goes on.
	if (certain) return awake;
	return status === 'waiting' || asleep === 'resuming' ? asleep : awake;
}
