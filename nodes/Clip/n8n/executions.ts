import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

/**
 * In which node another execution of this workflow is paused, as n8n has stored it.
 *
 * @param executionId - which one
 * @returns the ID of the node; null when it is not paused, or somebody has stopped it, or n8n does not have it any more
 * @throws Error when n8n's database does not answer
 */
export async function pausedIn(context: IExecuteFunctions, executionId: string): Promise<string | null> {
	const data: IRunExecutionData | undefined = await context.getExecutionDataById(executionId);
	const isPaused = data?.resultData.error === undefined && (data?.waitTill ?? null) !== null;
	return isPaused ? (data?.executionData?.nodeExecutionStack[0]?.node.id ?? null) : null;
}
