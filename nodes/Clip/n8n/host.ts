import * as n8nWorkflow from 'n8n-workflow';
import type { IExecuteFunctions, IWorkflowSettings } from 'n8n-workflow';
import { z } from 'zod/v3';

/*
 * An n8n does not tell its version, so its abilities are told by what else came with the same versions.
 */

/** Whether an item `{ error, details }` leaves by the error output. Older versions know `{ error, message }` only. */
export const routesErrorDetails: boolean = 'recordConsumedAuth' in n8nWorkflow;

/**
 * Whether a parked execution gets an error of the sub-workflow that it waits for: since n8n 2.27. Before, it goes on as if
 * nothing had happened, and n8n 2.0.0 even wakes it when the sub-workflow parks again.
 */
export const canPark: boolean = 'isNodeClassInstance' in n8nWorkflow;

const parkedMetadata = z.object({ waitingChildExecutionIds: z.array(z.string()).min(1) });

/**
 * Whether n8n looks after a parked execution whose sub-execution was lost: 2.39.8 and later do, but not 2.40.
 *
 * @param context - a node that has just been parked by its sub-execution
 */
export const looksAfterParents = (context: IExecuteFunctions): boolean =>
	parkedMetadata.safeParse(context.getExecuteData().metadata).success;

/**
 * The settings of the running workflow.
 *
 * @returns none on n8n before 2.4, which does not tell them
 */
export const workflowSettings = (context: IExecuteFunctions): IWorkflowSettings =>
	'getWorkflowSettings' in context ? context.getWorkflowSettings() : {};

/**
 * Whether an AI agent calls the node as a tool. Agents run a tool inside themselves and cannot be parked, and they read
 * the JSON of the first output only.
 */
export const isToolCall = (context: IExecuteFunctions): boolean =>
	// n8n before 2.3 does not know the function.
	('isToolExecution' in context && context.isToolExecution()) || context.getNode().type.endsWith('Tool');
