import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';

/** What n8n has stored of another execution of this workflow. */
export interface StoredExecution {
	/** The ID of the node that it is paused in; null when it is not paused, or somebody has stopped it. */
	pausedIn: string | null;
	/** Whether a person has stopped it, or its time was up. */
	stopped: boolean;
	/** What its nodes remember. */
	memories: unknown[];
}

const cancelled = z.object({ reason: z.enum(['manual', 'timeout']) });

/**
 * Looks another execution up in n8n's database.
 *
 * @param executionId - which one
 * @returns null when n8n does not have it, or not any more
 * @throws Error when the database does not answer
 */
export async function lookUp(
	context: IExecuteFunctions,
	executionId: string,
): Promise<StoredExecution | null> {
	const data: IRunExecutionData | undefined = await context.getExecutionDataById(executionId);
	if (data === undefined) return null;
	const { error } = data.resultData;
	const paused = error === undefined && (data.waitTill ?? null) !== null;
	return {
		pausedIn: paused ? (data.executionData?.nodeExecutionStack[0]?.node.id ?? null) : null,
		stopped: cancelled.safeParse(error).success,
		memories: Object.values(data.executionData?.contextData ?? {}),
	};
}
