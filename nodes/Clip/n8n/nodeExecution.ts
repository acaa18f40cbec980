import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';
import type { ExecutionProject } from '../problems/facts';
import type { Audience } from '../problems/advice';
import { executionStartOf, isInsideAgent, isToolCall } from './platform';
import { executionHasProjects, paysEachTime } from './executionProjects';

/** One call of the node's `execute`, and of which kind it is: loops and Retry On Fail make several in an execution. */
export interface NodeExecution {
	readonly context: IExecuteFunctions;
	/** Whether an AI agent calls the node as a tool. */
	readonly isTool: boolean;
	/** See {@link isInsideAgent}. */
	readonly isInsideAgent: boolean;
	/** Whether a person executes the node in the editor, itself: neither through an agent nor in a sub-workflow. */
	readonly isManual: boolean;
	readonly isRetry: boolean;
	/** Whether a published workflow runs, or it is a Retry. A sub-workflow has a mode of its own, and so has an evaluation. */
	readonly isPublished: boolean;
	/** When the execution started, or the one that a Retry repeats, epoch milliseconds; null where n8n does not tell. */
	readonly executionStartedAt: number | null;
	/** Whether it is by hand, or the Retry of an execution that was. */
	readonly wasStartedManually: boolean;
	/** Whether a failed item comes out as an error item, and does not end the execution. */
	readonly continuesOnFail: boolean;
	/** Who reads the errors; null where {@link audienceOf} finds out. */
	readonly knownAudience: Audience | null;
	readonly itemCount: number;
	/** Aborts at the person's Stop, and at {@link NodeExecution.stop}. */
	readonly signal: AbortSignal;
	/** Stops what is still under way. */
	readonly stop: () => void;
	/** The API keys that were opened: no error shows them. */
	readonly apiKeys: Set<string>;
	/** The projects that an error names if it ends the execution: nothing else would keep their IDs. */
	readonly projects: ExecutionProject[];
}

/** @param overrides - in place of what n8n says of this call */
export function beginNodeExecution(
	context: IExecuteFunctions,
	overrides: Partial<
		Pick<NodeExecution, 'continuesOnFail' | 'itemCount' | 'knownAudience' | 'projects'>
	> = {},
): NodeExecution {
	// Listeners on the execution's own signal would stay for all rounds of a loop.
	const controller = new AbortController();
	const cancelled = context.getExecutionCancelSignal();
	const isTool = isToolCall(context);
	const mode = context.getMode();
	const beginning = executionStartOf(context);
	const modeAtStart = mode === 'retry' ? beginning?.mode : mode;
	return {
		context,
		isTool,
		isInsideAgent: isInsideAgent(context),
		isManual: mode === 'manual' && !isTool,
		isRetry: mode === 'retry',
		isPublished: PUBLISHED.has(mode),
		executionStartedAt: beginning?.at ?? null,
		wasStartedManually: modeAtStart === 'manual' && !isTool,
		continuesOnFail: context.continueOnFail(),
		knownAudience: null,
		itemCount: context.getInputData().length,
		signal: cancelled === undefined ? controller.signal : AbortSignal.any([cancelled, controller.signal]),
		stop: () => controller.abort(),
		apiKeys: new Set(),
		projects: [],
		...overrides,
	};
}

/** Who reads an error. A person without a project reads other words, so this is asked when the error is made. */
export function audienceOf(execution: NodeExecution): Audience {
	const { context, isTool, isPublished, wasStartedManually, knownAudience } = execution;
	if (knownAudience !== null) return knownAudience;
	if (paysEachTime(context)) return 'payerEachTime';
	if (wasStartedManually) return executionHasProjects(context) ? 'person' : 'personWithoutProject';
	return isPublished && !isTool ? 'operator' : 'caller';
}

/** The modes of a published workflow's executions, and of their Retry. */
const PUBLISHED: ReadonlySet<WorkflowExecuteMode> = new Set(['chat', 'error', 'retry', 'trigger', 'webhook']);
