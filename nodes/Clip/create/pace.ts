import { SUBMISSION_LIMITS } from '../lib/limits';

/** The spans that the published limits count in, in milliseconds (field notes, Create). */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * When the next submission may go out, so that no minute holds more than allowed, and no hour more than published. If 'Submissions per
 * Minute' is above the published limit, the published hourly limit is ignored, too: then only the service's own refusals set the pace.
 *
 * @param moments - when earlier ones went out, epoch milliseconds, in order
 * @param submissionsPerMinute - how many a minute may hold
 * @returns epoch milliseconds; `now` when it may go out at once
 */
export function nextSlotAt(moments: readonly number[], submissionsPerMinute: number, now: number): number {
	const { perMinute, perHour } = SUBMISSION_LIMITS;
	const inMinute = moments.at(-submissionsPerMinute);
	const inHour = submissionsPerMinute > perMinute ? undefined : moments.at(-perHour);
	return Math.max(now, (inMinute ?? -HOUR) + MINUTE, (inHour ?? -HOUR) + HOUR);
}

/** The place of a submission within the limits of the service. It is taken before the video is sent. */
export interface ReservedSlot {
	/** Epoch milliseconds. */
	at: number;
}

/** The submissions of this process to one account within the last hour: the service counts those of all executions together. */
export interface Pace {
	reserved: ReservedSlot[];
	/** Until when the service takes no more, epoch milliseconds. */
	closedUntil: number;
}

const paces = new Map<string, Pace>();

/** The pace of an account: without what is older than an hour, and what a clock that was set back has left in the future. */
export function paceOf(accountId: string, now: number): Pace {
	const pace = paces.get(accountId) ?? { reserved: [], closedUntil: 0 };
	paces.set(accountId, pace);
	pace.reserved = pace.reserved.filter(({ at }) => at > now - HOUR);
	for (const reservation of pace.reserved) reservation.at = Math.min(reservation.at, now);
	pace.closedUntil = Math.min(pace.closedUntil, now + HOUR);
	return pace;
}

export function reserveSlot(pace: Pace, now: number): ReservedSlot {
	const reservation = { at: now };
	pace.reserved.push(reservation);
	return reservation;
}

/** For a submission that was not sent, or that the service refused. */
export function releaseSlot(pace: Pace, reservation: ReservedSlot): void {
	pace.reserved = pace.reserved.filter((other) => other !== reservation);
}

/** The published limits count within an hour, so no answer may hold up an account for longer. */
export function closeUntil(pace: Pace, until: number, now: number): void {
	pace.closedUntil = Math.max(pace.closedUntil, Math.min(until, now + HOUR));
}

/**
 * When the last of several submissions to an account may go out, if the service turns none away.
 *
 * @param limitsPerMinute - for each of them, how many a minute may hold
 * @returns epoch milliseconds
 */
export function lastSlotAt(pace: Pace, limitsPerMinute: readonly number[], now: number): number {
	const moments = pace.reserved.map(({ at }) => at).sort((a, b) => a - b);
	let last = now;
	for (const submissionsPerMinute of limitsPerMinute) {
		last = nextSlotAt(moments, submissionsPerMinute, Math.max(last, pace.closedUntil));
		moments.push(last);
	}
	return last;
}

/** When a submission to an account may go out: `now`, if the limits allow it. */
export const freeSlotAt = (pace: Pace, submissionsPerMinute: number, now: number): number =>
	lastSlotAt(pace, [submissionsPerMinute], now);
