import { z } from 'zod/v3';

/** How a batch ended. */
export const outcomes = ['complete', 'unknown', 'refused', 'failed', 'stuck'] as const;

const labels = z.array(z.string());

/** What became of a batch. */
export const verdict = z.object({
	type: z.literal('batch'),
	mark: z.string(),
	startedBy: z.enum(['manual', 'webhook']),
	errorOutput: z.boolean(),
	perMinute: z.number(),
	/** Its run and the Retries of it. */
	attempts: z.number(),
	/** What n8n said to the last Retry, if it refused. */
	refusal: z.string(),
	/** Of the last attempt. */
	status: z.string(),
	error: z.string(),
	/** All clips; an error or some that say "unknown"; crashed, and n8n retries it not; another error; no end. */
	outcome: z.enum(outcomes),
	/** How many of its items have an error that says "unknown". */
	unknownItems: z.number(),
	/** Projects that the service has created for it. */
	projects: z.number(),
	/** Videos that were paid more than once. */
	paidTwice: z.object({ said: labels, unsaid: labels }),
	/** Where its projects are found. */
	traces: z.object({ executions: z.number(), logs: z.number(), intents: z.number(), none: labels }),
	/** Videos of which a successful run says nothing. */
	missing: labels,
});

/** What became of a batch. */
export type Verdict = z.output<typeof verdict>;

/** The promises that a batch shows to be broken, one sentence each. */
export function brokenBy({ mark, outcome, status, paidTwice, traces, missing }: Verdict): string[] {
	const about = (what: string, which: readonly string[]) =>
		which.length === 0 ? [] : [`${mark}: ${what}: ${which.join(', ')}`];
	return [
		...about('paid twice without an error that says "unknown"', paidTwice.unsaid),
		...about('projects without a trace', traces.none),
		...about('videos of which a successful run says nothing', missing),
		...(outcome === 'stuck' ? [`${mark}: neither ended nor to be retried, still "${status}"`] : []),
	];
}
