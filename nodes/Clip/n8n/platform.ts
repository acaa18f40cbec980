import * as n8nWorkflow from 'n8n-workflow';
import type { IContextObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';
import { truncate } from '../lib/redact';

/*
 * What n8n tells of itself and of an execution. n8n does not tell its version, so a feature is recognised by something else that came with
 * it.
 */

/**
 * Whether this n8n looks after an execution that waits for a sub-execution: 2.39.8, 2.41 and later. Earlier ones leave it asleep when the
 * sub-execution is lost.
 */
export const canPause: boolean = 'WAIT_FOR_SUB_EXECUTION' in n8nWorkflow;

/** Whether n8n sends an item `{ error, details }` to the error output. Older versions know `{ error, message }` only. */
export const routesErrorDetails: boolean = canPause || 'recordConsumedAuth' in n8nWorkflow;

const pausedMetadataSchema = z.object({ waitingChildExecutionIds: z.array(z.string()).min(1) });

export const isPaused = (context: IExecuteFunctions): boolean =>
	pausedMetadataSchema.safeParse(context.getExecuteData().metadata).success;

/**
 * Whether an AI agent calls the node as a tool. An agent cannot be paused, and it reads the JSON of the first output only.
 */
export const isToolCall = (context: IExecuteFunctions): boolean =>
	// n8n before 2.3 does not know the function.
	('isToolExecution' in context && context.isToolExecution()) || context.getNode().type.endsWith('Tool');

/** n8n-workflow, ISupplyDataFunctions. */
interface ToolContext {
	getNextRunIndex(): number;
	cloneWith(replacements: { runIndex: number; inputData: INodeExecutionData[][] }): IExecuteFunctions;
}

/**
 * Whether a tool runs inside its agent, which then does not see a thrown error. AI Agent 3 runs its tools like other nodes; earlier agents
 * and the MCP Server Trigger run them inside themselves.
 */
export const isInsideAgent = (context: IExecuteFunctions): context is IExecuteFunctions & ToolContext =>
	'cloneWith' in context && 'getNextRunIndex' in context;

/**
 * If an agent makes several calls at once, `$fromAI()` may read the arguments of another call, because n8n looks them up by a wrong run
 * index. The node's input has the right ones.
 *
 * @returns a context in which `$fromAI()` gives the call's own arguments
 */
export function withOwnArguments(context: IExecuteFunctions): IExecuteFunctions {
	if (!isInsideAgent(context)) return context;
	const callArguments = context.getInputData()[0]?.json ?? {};
	const agree = Object.entries(callArguments).every(([name, value]) => {
		try {
			const seen: unknown = context.evaluateExpression(`{{ $fromAI(${JSON.stringify(name)}) }}`, 0);
			return JSON.stringify(seen) === JSON.stringify(value);
		} catch {
			return false;
		}
	});
	if (agree) return context;
	return context.cloneWith({ runIndex: context.getNextRunIndex(), inputData: [[{ json: callArguments }]] });
}

const runIndexSchema = z.number().transform(String);

/**
 * Which run of the node this is: a loop runs it again and again. Not by an expression: the engine for expressions is most of what a short
 * execution costs.
 */
export const runIndexOf = (context: IExecuteFunctions): string =>
	runIndexSchema.parse(context.getWorkflowDataProxy(0).$runIndex);

const storesOfCalls = new WeakMap<IExecuteFunctions, IContextObject>();

/** What n8n keeps for the node during the execution. Calls of n8n's own Agents have no such store, and get one that lasts for the call. */
export function nodeStoreOf(context: IExecuteFunctions): IContextObject {
	try {
		return context.getContext('node');
	} catch {
		const store = storesOfCalls.get(context) ?? {};
		storesOfCalls.set(context, store);
		return store;
	}
}

/** What n8n keeps for all nodes during the execution, its pauses and its Retry. */
export function executionStoreOf(context: IExecuteFunctions): IContextObject {
	try {
		return context.getContext('flow');
	} catch {
		return nodeStoreOf(context);
	}
}

const evaluationSchema = z.object({ runId: z.string() });

/** An evaluation counts a case as ended when its execution pauses. Its sub-workflows have a mode of their own, so its data is asked, too. */
export const isEvaluation = (context: IExecuteFunctions): boolean =>
	context.getMode() === 'evaluation' ||
	evaluationSchema.safeParse(context.getWorkflowDataProxy(0).$evaluation).success;

const runContextSchema = z.object({ establishedAt: z.number(), source: z.string() });

/**
 * What started the execution, such as `manual`, and when, epoch milliseconds. n8n's Retry takes this over from the execution that it
 * repeats, unless that one has crashed before n8n stored it.
 *
 * @returns null where n8n does not tell
 */
export function executionStartOf(context: IExecuteFunctions): { mode: string; at: number } | null {
	const executionContext = 'getExecutionContext' in context ? context.getExecutionContext() : undefined;
	const { data } = runContextSchema.safeParse(executionContext);
	// A Retry that has taken nothing over.
	if (data === undefined || data.source === 'retry') return null;
	return { mode: data.source, at: data.establishedAt };
}

/** Shown above the items that come out. */
export const addHint = (context: IExecuteFunctions, message: string): void =>
	context.addExecutionHints({ message: truncate(message), location: 'outputPane' });
