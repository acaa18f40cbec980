import { z } from 'zod/v3';

import type { FaultPlan } from './types';

const seconds = z.number().finite().min(0);
const megabytes = z.number().positive().max(2_000);
const httpStatus = z.number().int().min(200).max(599);

const faultKind = z.discriminatedUnion('kind', [
	z
		.object({
			kind: z.literal('status'),
			status: httpStatus,
			body: z.string().default(''),
			headers: z.record(z.string()).default({}),
		})
		.strict(),
	z
		.object({
			kind: z.literal('body'),
			body: z.string(),
			contentType: z.string().default('application/json; charset=utf-8'),
		})
		.strict(),
	z.object({ kind: z.literal('reset') }).strict(),
	z.object({ kind: z.literal('cut'), afterBytes: z.number().int().min(0) }).strict(),
	z.object({ kind: z.literal('delay'), seconds }).strict(),
	z.object({ kind: z.literal('hang') }).strict(),
	z.object({ kind: z.literal('raw'), text: z.string() }).strict(),
	z
		.object({
			kind: z.literal('code'),
			code: z.number().int(),
			errMsg: z.string(),
			status: httpStatus.default(200),
		})
		.strict(),
	z
		.object({
			kind: z.literal('bytes'),
			base64: z
				.string()
				.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')
				.refine((text) => text.length % 4 === 0, 'must be base64, in groups of four'),
			contentType: z.string().default('application/json; charset=utf-8'),
		})
		.strict(),
	z
		.object({
			kind: z.literal('drip'),
			bytes: z.number().int().positive(),
			seconds: seconds.refine((value) => value > 0, 'must be above 0'),
			then: z.enum(['end', 'silence', 'forever']).default('end'),
		})
		.strict(),
	z.object({ kind: z.literal('endless'), megabytes: megabytes.default(1_000) }).strict(),
	z.object({ kind: z.literal('big'), megabytes }).strict(),
]);

/** What is done to the right answer, so that a create has to reach the service first. */
const spoilsRightAnswer = new Set(['cut', 'drip', 'big']);
/** What only an answer can be: a webhook is sent in one piece, or not to its end. */
const answersOnly = new Set(['drip', 'endless', 'raw']);

const pendingFault = z
	.object({
		on: z.enum(['create', 'query', 'media', 'webhook']),
		times: z.number().int().positive().default(1),
		match: z
			.object({
				projectId: z.union([z.string(), z.number().int()]).transform(String).optional(),
				videoUrlIncludes: z.string().optional(),
			})
			.strict()
			.default({}),
		phase: z.enum(['before', 'after']).optional(),
		fault: faultKind,
	})
	.strict()
	.superRefine((entry, context) => {
		const refuse = (message: string) => context.addIssue({ code: 'custom', message });
		if (entry.phase && entry.on !== 'create') refuse('phase is for create only');
		const { kind } = entry.fault;
		if (entry.on === 'create' && spoilsRightAnswer.has(kind) && entry.phase === 'before')
			refuse(`what is done to an answer needs an answer: a create with ${kind} is always phase "after"`);
		if (entry.on === 'create' && entry.match.projectId !== undefined)
			refuse('a create has no projectId yet: match it with videoUrlIncludes');
		if (entry.on === 'webhook' && entry.fault.kind === 'status')
			refuse('the receiver of a webhook chooses the status');
		if (entry.on === 'webhook' && answersOnly.has(kind)) refuse(`${kind} is for answers only`);
		if (entry.on === 'media' && kind === 'big') refuse('big is for answers in JSON only');
	})
	.transform((entry) => ({
		...entry,
		phase: entry.phase ?? (spoilsRightAnswer.has(entry.fault.kind) ? 'after' : 'before'),
	}));

/**
 * A fault as it is asked for.
 *
 * - `status`, `body`, `bytes`, `code`: this answer instead of the right one; `bytes` is a body in base64, for what is no
 *   text. On a webhook: `body` and `bytes` are sent instead of the right body, `code` sends a body with that code and text.
 * - `reset`: the connection is reset without an answer. A webhook does not arrive at all.
 * - `cut`: the right answer (or webhook) with its full length announced, broken off after so many bytes of the body.
 * - `delay`: the right answer (or webhook), so many seconds later.
 * - `hang`: no answer, the connection stays open. A webhook never sends the end of its body.
 * - `raw`: this text as it is instead of an answer, HTTP or not; the connection stays open.
 * - `drip`: the right answer, so many bytes at a time, so many real seconds apart; then it ends (`end`, the default), or
 *   the connection stays open without another byte (`silence`), or spaces follow for ever at the same pace (`forever`).
 * - `endless`: HTTP 200 with JSON that never gets to its end, as fast as it is read. It breaks off when the reader has had
 *   enough, and after so many `megabytes` (1000): a reader without a bound is found out, and its machine lives on.
 * - `big`: the right answer (or webhook), made larger by a field `padding`, up to so many megabytes.
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
export interface FaultContext {
	readonly projectId?: string;
	readonly videoUrl?: string;
}

/** The queue of faults; the routes take from it, tests and the control API fill it. */
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
	take(
		on: PendingFault['on'],
		context: FaultContext,
		phase: PendingFault['phase'] = 'before',
	): Fault | undefined {
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
