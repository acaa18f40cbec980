import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { isJsonObject } from '../../values/json';
import type { WaitResult } from '../rules/polling';
import type { ItemFailure } from '../../n8n/failures';
import { waitFailure } from '../failures';

/** How a wait ended that did not end well, for an error that is made elsewhere. */
export type Verdict = z.output<typeof verdict>;

type BadEnd = Exclude<WaitResult, { end: 'ready' }>;

const verdict = z.object({
	itemIndex: z.number(),
	projectId: z.string(),
	// Of our own making, so its shape is known once it is there.
	end: z.custom<BadEnd>((value) => isJsonObject(value) && typeof value.end === 'string'),
	/** What else the user must know. */
	remark: z.string(),
});

/** An item that is a verdict has nothing else; a project of the service may have a field of any name. */
const judged = z.object({ verdict }).strict();

/**
 * Reads a verdict that went through n8n's database.
 *
 * @param settled - what a poller or keeper handed over for an item
 * @returns null when it is something else, such as a project
 */
export function readVerdict(settled: unknown): Verdict | null {
	const read = judged.safeParse(settled);
	return read.success ? read.data.verdict : null;
}

/**
 * The failure of an item that a verdict speaks of.
 *
 * @param verdict - the verdict
 */
export const failureOf = (
	context: IExecuteFunctions,
	{ itemIndex, projectId, end, remark }: Verdict,
): ItemFailure => waitFailure(context, itemIndex, projectId, end, remark);
