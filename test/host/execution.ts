import { parse as parseFlatted } from 'flatted';
import { z } from 'zod/v3';

const jsonObject = z.record(z.unknown());

const item = z
	.object({
		json: jsonObject,
		binary: z.record(jsonObject).optional(),
		pairedItem: z.unknown(),
		error: z.unknown(),
	})
	.transform((read) => ({
		...read,
		binary: read.binary ?? {},
	}));

const textOrNone = z
	.string()
	.nullish()
	.transform((text) => text ?? undefined);

const executionError = z.object({
	message: z.string(),
	name: textOrNone,
	description: textOrNone,
	httpCode: z
		.union([z.string(), z.number()])
		.nullish()
		.transform((code) => (code === null || code === undefined ? undefined : String(code))),
	node: z
		.object({ name: z.string() })
		.nullish()
		.transform((node) => node?.name),
	context: jsonObject.nullish().transform((context) => context ?? {}),
});

const outputs = z.array(
	z
		.array(item)
		.nullish()
		.transform((items) => items ?? []),
);

const nodeRun = z.object({
	executionStatus: z.string().optional(),
	startTime: z.number().optional(),
	executionTime: z.number().optional(),
	error: executionError.optional(),
	hints: z.array(z.object({ message: z.string() })).default([]),
	data: z.record(outputs.nullish()).optional(),
});

const runData = z.object({
	resultData: z.object({
		runData: z.record(z.array(nodeRun)).default({}),
		error: executionError.optional(),
		lastNodeExecuted: z.string().optional(),
	}),
});

const executionRow = z.object({
	id: z.string(),
	status: z.string(),
	mode: z.string(),
	workflowId: z.string(),
	waitTill: textOrNone,
	startedAt: textOrNone,
	stoppedAt: textOrNone,
	/** n8n sends it in the format of the package `flatted`. */
	data: z
		.string()
		.optional()
		.transform((text): unknown => (text === undefined ? undefined : parseFlatted(text)))
		.pipe(runData.optional()),
});

/** An item as a node gave it out; `binary` is empty rather than missing. */
export type ExecutionItem = z.output<typeof item>;

/** What an error shows in the editor; `node` is the name of the node that failed. */
export type ExecutionError = z.output<typeof executionError>;

/** One run of one node: `outputs[1]` are the items of its second output. */
export interface NodeRun {
	status: string | undefined;
	/** Epoch milliseconds. */
	startTime: number | undefined;
	/** Milliseconds. */
	executionTime: number | undefined;
	error: ExecutionError | undefined;
	/** Texts that the node shows above its output. */
	hints: string[];
	outputs: ExecutionItem[][];
}

/** An execution, read. */
export interface Execution {
	id: string;
	/** `success`, `error`, `crashed`, `canceled`, `running`, `waiting` or `new`. */
	status: string;
	/** `manual`, `webhook`, ... */
	mode: string;
	workflowId: string;
	/** ISO dates. */
	waitTill?: string | undefined;
	startedAt?: string | undefined;
	stoppedAt?: string | undefined;
	lastNode: string | undefined;
	/** Why the execution failed. */
	error: ExecutionError | undefined;
	/** The runs of each node, by the node's name. */
	nodes: Record<string, NodeRun[]>;
}

/** An execution as `GET /rest/executions/:id` answers it. One that has just begun has no data yet. */
export const execution = executionRow.transform((row): Execution => {
	const { data, ...known } = row;
	return {
		...known,
		lastNode: data?.resultData.lastNodeExecuted,
		error: data?.resultData.error,
		nodes: Object.fromEntries(
			Object.entries(data?.resultData.runData ?? {}).map(([name, runs]) => [
				name,
				runs.map((run) => ({
					status: run.executionStatus,
					startTime: run.startTime,
					executionTime: run.executionTime,
					error: run.error,
					hints: run.hints.map((hint) => hint.message),
					outputs: run.data?.main ?? [],
				})),
			]),
		),
	};
});

/** An execution in a list: without its data. */
export const executionSummary = executionRow.omit({ data: true });

/** An execution in a list: without its data. */
export type ExecutionSummary = z.output<typeof executionSummary>;

/**
 * All items that a node gave out, over all of its runs.
 * @param output - Which of its outputs, the first by default.
 */
export function itemsOf(read: Execution, nodeName: string, output = 0): ExecutionItem[] {
	return (read.nodes[nodeName] ?? []).flatMap((run) => run.outputs[output] ?? []);
}

/** Why an execution failed, for a person: the node, what it says, and what it adds. */
export function explainFailure(read: Execution): string {
	const { error } = read;
	if (error === undefined) return `The execution ended as "${read.status}" without an error.`;
	const node = error.node ?? read.lastNode ?? 'unknown';
	const lines = [
		`Node "${node}" failed: ${error.message}`,
		error.description,
		error.httpCode === undefined ? undefined : `(HTTP or service code ${error.httpCode})`,
	];
	return lines.filter((line) => line !== undefined && line !== '').join('\n');
}
