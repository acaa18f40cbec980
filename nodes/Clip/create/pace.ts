import { HOUR, nextSubmissionAt } from './rules/pace';
import type { SubmissionPolicy } from './rules/resubmission';

/** A submission that may go out. */
export interface Turn {
	/** Nothing is sent after all. */
	giveBack(): void;
	/** The service has answered: it counts from when it took the submission, which is before its answer came. */
	answered(): void;
}

/** How long a place is kept for a run that does not come back for it, in milliseconds. */
const KEPT = 5 * 60_000;

/**
 * The pace of submissions to one account, for all runs of this process: the service counts them together. Who may not go now
 * gets a place in the order of asking.
 */
export class Pace {
	private sent: Array<{ at: number }> = [];
	private readonly places = new Map<string, number>();
	private closedUntil = 0;

	/**
	 * Asks for a turn.
	 *
	 * @param order - who asks; the same order keeps its place
	 * @param policy - how many may go out
	 * @param now - epoch milliseconds
	 * @returns the turn, or when to come back (epoch milliseconds)
	 */
	take(order: string, policy: SubmissionPolicy, now: number): Turn | number {
		this.forget(now);
		const mine = this.places.get(order) ?? Infinity;
		const before = [...this.places].filter(([other, at]) => other !== order && at <= mine);
		const moments = [...this.moments, ...before.map(([, at]) => at)].sort((a, b) => a - b);
		const at = nextSubmissionAt(moments, policy, Math.max(now, this.closedUntil));
		if (at > now) {
			this.places.set(order, at);
			return at;
		}
		this.places.delete(order);
		const sent = { at: now };
		this.sent.push(sent);
		return {
			giveBack: () => (this.sent = this.sent.filter((other) => other !== sent)),
			answered: () => (sent.at = Date.now()),
		};
	}

	/**
	 * The service takes no more for a while.
	 *
	 * @param until - epoch milliseconds
	 */
	close(until: number): void {
		this.closedUntil = Math.max(this.closedUntil, until);
	}

	/** Gives up the place of an order that is not submitted any more. */
	leave(order: string): void {
		this.places.delete(order);
	}

	/** When submissions went out within the last hour, epoch milliseconds. */
	get moments(): number[] {
		return this.sent.map(({ at }) => at);
	}

	/**
	 * Takes note of submissions that another process has sent.
	 *
	 * @param moments - when, epoch milliseconds
	 */
	learn(moments: readonly number[]): void {
		const known = new Set(this.moments);
		this.sent.push(...moments.filter((at) => !known.has(at)).map((at) => ({ at })));
	}

	private forget(now: number): void {
		this.sent = this.sent.filter(({ at }) => at > now - HOUR);
		for (const [order, at] of this.places) if (at < now - KEPT) this.places.delete(order);
	}
}

const paces = new Map<string, Pace>();

/**
 * The pace of an account.
 *
 * @param account - the address of the service and the key, in a form that does not tell them
 */
export function paceOf(account: string): Pace {
	const pace = paces.get(account) ?? new Pace();
	paces.set(account, pace);
	return pace;
}
