import { z } from 'zod/v3';
import type { Submission } from '../interface/submission';
import { isJsonObject } from '../lib/json';
import { pollingPolicy } from '../wait/rules/watch';

/** A checked input item that is to be submitted. Plain data: a paused run keeps those that may not go out yet. */
export type Order = z.output<typeof order>;

export const order = z.object({
	/** Where in the run it is asked for. */
	place: z.object({ runIndex: z.string().nullable(), itemIndex: z.number() }),
	// Of our own making, so its shape is known once the link is there.
	submission: z.custom<Submission>((value) => isJsonObject(value) && typeof value.videoUrl === 'string'),
	/** How submissions keep to the limits of the service. */
	policy: z.object({ submissionsPerMinute: z.number().min(1), maxRateLimitWait: z.number().min(0) }),
	/** How patiently to wait for the clips; null when nobody waits for them. */
	wait: pollingPolicy.nullable(),
	/** How often it was sent so far. */
	tries: z.number(),
	/** When it was sent first, epoch milliseconds; null before. */
	triedSince: z.number().nullable(),
	/** When it may be sent again, epoch milliseconds. */
	notBefore: z.number(),
});
