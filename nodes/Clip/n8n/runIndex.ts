import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { isRetry } from './host';
import { runIndexOf } from './parameters';

/** What n8n puts together of a node's run from its log after a crash: there is no data, and sometimes no end. */
const recovered = z.union([
	z.object({ executionStatus: z.literal('crashed') }),
	z.object({ executionTime: z.literal(-1) }),
]);

/**
 * Which run of the node this is, also in n8n's Retry of a run that crashed: what n8n has recovered of the node stands before,
 * though the run begins anew, and does not count.
 */
export async function placeInRun(context: IExecuteFunctions): Promise<string> {
	const index = runIndexOf(context);
	if (!isRetry(context) || index === '0') return index;
	const stored = await context.getExecutionDataById(context.getExecutionId());
	const runs = stored?.resultData.runData[context.getNode().name] ?? [];
	return String(Number(index) - runs.filter((run) => recovered.safeParse(run).success).length);
}
