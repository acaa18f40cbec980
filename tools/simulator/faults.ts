/** What happens to a request. */
export type Fault =
	/** This answer instead of the right one. */
	| { kind: 'status'; status: number; body?: string; headers?: Readonly<Record<string, string>> }
	/** This body instead of the right one, with HTTP 200. */
	| { kind: 'body'; body: string }
	/** A refusal in the service's own form. */
	| { kind: 'code'; code: number; errMsg: string; status?: number }
	/** The connection is reset without an answer. */
	| { kind: 'reset' }
	/** No answer; the connection stays open. */
	| { kind: 'hang' }
	/** The right answer, so many seconds later. */
	| { kind: 'delay'; seconds: number }
	/** The right answer with its full length announced, broken off after so many bytes of the body. */
	| { kind: 'cut'; afterBytes: number }
	/**
	 * The right answer, so many bytes at a time, so many seconds apart; then it ends, or the connection stays open without
	 * another byte (`silence`), or spaces follow for ever at the same pace (`forever`).
	 */
	| { kind: 'drip'; bytes: number; seconds: number; then?: 'silence' | 'forever' }
	/** The right answer in JSON, made larger by a field `padding`, up to so many megabytes. */
	| { kind: 'big'; megabytes: number };

/** A fault that waits for its request. */
export interface FaultInput {
	on: 'create' | 'query' | 'media';
	/** How many requests it hits; 1 by default. */
	times?: number;
	/** Which requests it hits; `videoUrlIncludes` looks at the source URL of the project. */
	match?: { projectId?: string; videoUrlIncludes?: string };
	/**
	 * Whether a create reaches the service first (`after`: the project exists, its answer is lost) or not (`before`, the default).
	 * What is done to the right answer always comes `after`.
	 */
	phase?: 'before' | 'after';
	fault: Fault;
}

const spoilsRightAnswer: ReadonlySet<string> = new Set(['cut', 'drip', 'big']);

const phaseOf = ({ phase = 'before', fault }: FaultInput) =>
	spoilsRightAnswer.has(fault.kind) ? 'after' : phase;

/** What a request is about, as far as it is known. */
interface FaultContext {
	readonly projectId?: string;
	readonly videoUrl?: string;
}

/** Faults to come, in the order in which they were added; the first that matches a request is used up by it. */
export class FaultQueue {
	private entries: FaultInput[] = [];

	/** What is left; `times` counts down. */
	get pending(): readonly FaultInput[] {
		return this.entries;
	}

	/** Adds faults at the end. */
	add(...faults: FaultInput[]): void {
		this.entries.push(...faults.map((entry) => ({ ...entry })));
	}

	/** Drops all that are left. */
	clear(): void {
		this.entries = [];
	}

	/** Uses up and returns the first fault that fits, or undefined. */
	take(on: FaultInput['on'], context: FaultContext, phase = 'before'): Fault | undefined {
		const entry = this.entries.find(
			({ match = {}, ...one }) =>
				one.on === on &&
				(on !== 'create' || phaseOf(one) === phase) &&
				(match.projectId === undefined || match.projectId === context.projectId) &&
				(match.videoUrlIncludes === undefined || context.videoUrl?.includes(match.videoUrlIncludes)),
		);
		if (entry === undefined) return undefined;
		entry.times = (entry.times ?? 1) - 1;
		if (entry.times === 0) this.entries = this.entries.filter((other) => other !== entry);
		return entry.fault;
	}
}
