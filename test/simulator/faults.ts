import { z } from 'zod/v3';

import type { FaultPlan } from './types';

const seconds = z.number().finite().min(0);

const faultKind = z.discriminatedUnion('kind', [
	z
		.object({
			kind: z.literal('status'),
			status: z.number().int().min(200).max(599),
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
	z.object({ kind: z.literal('code'), code: z.number().int(), errMsg: z.string() }).strict(),
]);

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
		if (entry.on === 'create' && entry.fault.kind === 'cut' && entry.phase === 'before')
			refuse('an answer that is cut needs an answer: a cut create is always phase "after"');
		if (entry.on === 'create' && entry.match.projectId !== undefined)
			refuse('a create has no projectId yet: match it with videoUrlIncludes');
		if (entry.on === 'webhook' && entry.fault.kind === 'status')
			refuse('the receiver of a webhook chooses the status');
	})
	.transform((entry) => ({
		...entry,
		phase: entry.phase ?? (entry.fault.kind === 'cut' ? 'after' : 'before'),
	}));

/**
 * A fault as it is asked for.
 *
 * - `status`, `body`, `code`: this answer instead of the right one. On a webhook: `body` is sent instead of the right
 *   body, `code` sends a body with that code and text.
 * - `reset`: the connection is reset without an answer. A webhook does not arrive at all.
 * - `cut`: the right answer (or webhook) with its full length announced, broken off after so many bytes of the body.
 * - `delay`: the right answer (or webhook), so many seconds later.
 * - `hang`: no answer, the connection stays open. A webhook never sends the end of its body.
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
	clear(): void {
		this.entries = [];
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
