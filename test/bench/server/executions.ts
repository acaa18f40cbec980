import { RestError, type Execution, type N8nClient } from '../../host';

/** Milliseconds at which a node first began in an execution; undefined when it did not. */
export const beginOf = (execution: Execution, node: string): number | undefined =>
	execution.nodes[node]?.[0]?.startTime;

/** Milliseconds at which the last run of a node ended; undefined when it did not run. */
export function endOf(execution: Execution, node: string): number | undefined {
	const { startTime, executionTime } = execution.nodes[node]?.at(-1) ?? {};
	return startTime === undefined || executionTime === undefined ? undefined : startTime + executionTime;
}

/**
 * All executions of a fresh n8n in which a node ran. Its lists of executions leave some out while others change, so
 * they are asked for one by one.
 */
export async function executionsWith(
	client: N8nClient,
	workflowId: string,
	node: string,
): Promise<Execution[]> {
	const newest = Math.max(0, ...(await client.listExecutions(workflowId)).map(({ id }) => Number(id)));
	const found: Execution[] = [];
	for (let id = 1; id <= newest; id += 1) {
		const execution = await client.getExecution(String(id)).catch((error: unknown) => {
			if (error instanceof RestError && error.status === 404) return undefined;
			throw error;
		});
		if (execution !== undefined && beginOf(execution, node) !== undefined) found.push(execution);
	}
	return found;
}
