import { z } from 'zod/v3';
import type { FaultPlan } from './types';

const seconds = z.number().finite().min(0);
const megabytes = z.number().positive().max(2_000);
const httpStatus = z.number().int().min(200).max(599);
const json = 'application/json; charset=utf-8';

const faultKind = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('status'),
		status: httpStatus,
		body: z.string().default(''),
		headers: z.record(z.string()).default({}),
	}),
	z.object({ kind: z.literal('body'), body: z.string(), contentType: z.string().default(json) }),
	z.object({ kind: z.literal('bytes'), base64: z.string().base64() }),
	z.object({
		kind: z.literal('code'),
		code: z.number().int(),
		errMsg: z.string(),
		status: httpStatus.default(200),
	}),
	z.object({ kind: z.literal('reset') }),
	z.object({ kind: z.literal('cut'), afterBytes: z.number().int().min(0) }),
	z.object({ kind: z.literal('delay'), seconds }),
	z.object({ kind: z.literal('hang') }),
	z.object({ kind: z.literal('raw'), text: z.string() }),
	z.object({
		kind: z.literal('drip'),
		bytes: z.number().int().positive(),
		seconds,
		then: z.enum(['end', 'silence', 'forever']).default('end'),
	}),
	z.object({ kind: z.literal('endless'), megabytes }),
	z.object({ kind: z.literal('big'), megabytes }),
]);

/** What is done to the right answer, so that a create has to reach the service first. */
const spoilsRightAnswer = new Set(['cut', 'drip', 'big']);

const pendingFault = z
	.object({
		on: z.enum(['create', 'query', 'media']),
		times: z.number().int().positive().default(1),
		match: z
			.object({ projectId: z.string().optional(), videoUrlIncludes: z.string().optional() })
			.strict()
			.default({}),
		phase: z.enum(['before', 'after']).optional(),
		fault: faultKind,
	})
	.strict()
	.transform((entry) => ({
		...entry,
		phase: spoilsRightAnswer.has(entry.fault.kind) ? 'after' : (entry.phase ?? 'before'),
	}));

/**
 * A fault as it is asked for.
 *
 * - `status`, `body`, `bytes`, `code`: this answer instead of the right one; `bytes` is a body in base64, for what is no text.
 * - `reset`: the connection is reset without an answer.
 * - `cut`: the right answer with its full length announced, broken off after so many bytes of the body.
 * - `delay`: the right answer, so many seconds later.
 * - `hang`: no answer, the connection stays open.
 * - `raw`: this text as it is instead of an answer, HTTP or not; the connection stays open.
 * - `drip`: the right answer, so many bytes at a time, so many seconds apart; then it ends (`end`, the default), or
 *   the connection stays open without another byte (`silence`), or spaces follow for ever at the same pace (`forever`).
 * - `endless`: HTTP 200 with JSON that never gets to its end, as fast as it is read; it breaks off after so many megabytes.
 * - `big`: the right answer in JSON, made larger by a field `padding`, up to so many megabytes.
 *
 * `phase` says whether a create reaches the service first (`after`: the project exists, its answer is lost) or not
 * (`before`, the default). `match.videoUrlIncludes` looks at the source URL of the project.
 */
export type FaultInput = z.input<typeof pendingFault>;
/** A fault that waits for its request. */
export type PendingFault = z.output<typeof pendingFault>;
/** What happens to a request. */
export type Fault = PendingFault['fault'];

/** What a request is about, as far as it is known. */
interface FaultContext {
	readonly projectId?: string;
	readonly videoUrl?: string;
}

/** The queue of faults; the routes take from it, tests and the control route fill it. */
export class FaultQueue implements FaultPlan {
	private entries: PendingFault[] = [];

	/** See {@link FaultPlan}. */
	get pending(): readonly PendingFault[] {
		return this.entries;
	}

	/** See {@link FaultPlan}. */
	add(...faults: unknown[]): void {
		this.entries.push(...z.array(pendingFault).parse(faults));
	}

	/** See {@link FaultPlan}. */
	clear(which: (fault: PendingFault) => boolean = () => true): void {
		this.entries = this.entries.filter((entry) => !which(entry));
	}

	/** Uses up and returns the first fault that fits, or undefined. */
	take(on: PendingFault['on'], context: FaultContext, phase = 'before'): Fault | undefined {
		const entry = this.entries.find(
			({ on: target, match, phase: when }) =>
				target === on &&
				(on !== 'create' || when === phase) &&
				(match.projectId === undefined || match.projectId === context.projectId) &&
				(match.videoUrlIncludes === undefined || context.videoUrl?.includes(match.videoUrlIncludes)),
		);
		if (!entry) return undefined;
		entry.times -= 1;
		this.entries = this.entries.filter(({ times }) => times > 0);
		return entry.fault;
	}
}
