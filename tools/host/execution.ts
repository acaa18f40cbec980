import { parse as parseFlatted } from 'flatted';
import { z } from 'zod/v3';

const item = z
	.object({ json: z.record(z.unknown()), binary: z.record(z.record(z.unknown())).default({}) })
	.passthrough();

const executionError = z
	.object({
		message: z.string(),
		description: z.string().nullish(),
		node: z.object({ name: z.string() }).nullish(),
	})
	.passthrough();

const nodeRun = z
	.object({
		/** Epoch milliseconds. */
		startTime: z.number().optional(),
		/** Milliseconds. */
		executionTime: z.number().optional(),
		data: z.object({ main: z.array(z.array(item).nullable()).optional() }).optional(),
	})
	.passthrough();

/** One that has just begun has no data yet. */
const executionData = z
	.object({
		resultData: z.object({
			runData: z.record(z.array(nodeRun)).default({}),
			error: executionError.optional(),
			lastNodeExecuted: z.string().optional(),
		}),
	})
	.default({ resultData: {} });

/** An execution in a list: without its data. */
export const executionSummary = z.object({
	id: z.string(),
	/** `success`, `error`, `crashed`, `canceled`, `running`, `waiting` or `new`. */
	status: z.string(),
	/** `manual`, `webhook`, ... */
	mode: z.string(),
	/** ISO dates. */
	waitTill: z.string().nullish(),
	stoppedAt: z.string().nullish(),
});

/** An execution as `GET /rest/executions/:id` answers it, in the format of the package `flatted`. */
export const execution = executionSummary
	.extend({ data: z.string().optional() })
	.transform(({ data, ...row }) => {
		const { resultData } = executionData.parse(data === undefined ? data : parseFlatted(data));
		const { runData: nodes, error, lastNodeExecuted: lastNode } = resultData;
		return { ...row, nodes, error, lastNode };
	});

/** An item as a node gave it out; `binary` is empty rather than missing. */
export type ExecutionItem = z.output<typeof item>;
/** An execution: `nodes` has the runs of each node, by the node's name; `error` says why it failed. */
export type Execution = z.output<typeof execution>;
/** An execution in a list: without its data. */
export type ExecutionSummary = z.output<typeof executionSummary>;

/** All items that a node gave out at one of its outputs, over all of its runs. */
export const itemsOf = ({ nodes }: Execution, nodeName: string, output = 0): ExecutionItem[] =>
	(nodes[nodeName] ?? []).flatMap(({ data }) => data?.main?.[output] ?? []);

/** Why an execution failed, for a person: the node, what it says, and what it adds. */
export function explainFailure({ error, status }: Execution): string {
	if (error === undefined) return `The execution ended as "${status}" without an error.`;
	return `Node "${error.node?.name ?? '?'}" failed: ${error.message}\n${error.description ?? ''}`;
}
