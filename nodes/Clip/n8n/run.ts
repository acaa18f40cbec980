import type { IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';
import type { KnownProject } from '../problems/facts';
import type { Reader } from '../problems/advice';
import { executionStoreOf, isInsideAgent, isToolCall, firstModeOf } from './platform';
import { hasSubmittedProject } from './submittedProjects';

/** One call of the node's `execute`, and of which kind it is: loops and Retry On Fail make several in an execution. */
export interface Run {
	readonly context: IExecuteFunctions;
	/** Whether an AI agent calls the node as a tool. */
	readonly isTool: boolean;
	/** Whether the tool runs inside its agent, see {@link isInsideAgent}. */
	readonly isInsideAgent: boolean;
	/** Whether a person executes the node in the editor: not through an agent, and a sub-workflow has a mode of its own. */
	readonly isByHand: boolean;
	/** Whether it is n8n's Retry of an earlier execution. */
	readonly isRetry: boolean;
	/** Whether the execution that it repeats was started by hand. */
	readonly isRetryByHand: boolean;
	/** Whether a failed item does not end it, but comes out as an error item. */
	readonly continuesOnFail: boolean;
	/** Who reads its errors, in place of what {@link readerOf} finds; null without that. */
	readonly knownReader: Reader | null;
	readonly itemCount: number;
	/** Aborts at the person's Stop, and at {@link Run.end}. */
	readonly signal: AbortSignal;
	/** Stops what is still under way. */
	readonly end: () => void;
	/** The API keys of the credentials that were opened: no error shows them. */
	readonly keys: Set<string>;
	/** The projects that an error has to name if it ends the run: nothing else would keep their IDs. Operations fill it. */
	readonly projects: KnownProject[];
}

/** @param overrides - in place of what n8n says of this call */
export function beginRun(
	context: IExecuteFunctions,
	overrides: Partial<Pick<Run, 'continuesOnFail' | 'itemCount' | 'knownReader' | 'projects'>> = {},
): Run {
	// Listeners on the execution's own signal would stay for all rounds of a loop.
	const controller = new AbortController();
	const cancelled = context.getExecutionCancelSignal();
	const isTool = isToolCall(context);
	const mode = context.getMode();
	const isRetryByHand = mode === 'retry' && !isTool && firstModeOf(context) === 'manual';
	return {
		context,
		isTool,
		isInsideAgent: isInsideAgent(context),
		isByHand: mode === 'manual' && !isTool,
		isRetry: mode === 'retry',
		isRetryByHand,
		continuesOnFail: context.continueOnFail(),
		knownReader: null,
		itemCount: context.getInputData().length,
		signal: cancelled === undefined ? controller.signal : AbortSignal.any([cancelled, controller.signal]),
		end: () => controller.abort(),
		keys: new Set(),
		projects: [],
		...overrides,
	};
}

const PAYS_AGAIN = 'clipPaysAgain';

/** From now on, errors of this execution, also of later nodes, say that executing again pays again. */
export function notePayingAgain({ context }: Run): void {
	executionStoreOf(context)[PAYS_AGAIN] = true;
}

/** Who reads an error that the run has now. A person gets other words where the execution has submitted nothing, nor used a project again. */
export function readerOf({ context, isTool, isRetryByHand, knownReader }: Run): Reader {
	if (knownReader !== null) return knownReader;
	if (executionStoreOf(context)[PAYS_AGAIN] === true) return 'payerEachTime';
	const usual = isTool ? 'caller' : isRetryByHand ? 'person' : readerIn(context.getMode());
	return usual === 'person' && !hasSubmittedProject(context) ? 'personWithoutProject' : usual;
}

const PUBLISHED: ReadonlySet<WorkflowExecuteMode> = new Set(['chat', 'error', 'retry', 'trigger', 'webhook']);

/** A sub-workflow has a mode of its own, and so has an evaluation. */
const readerIn = (mode: WorkflowExecuteMode): Reader =>
	mode === 'manual' ? 'person' : PUBLISHED.has(mode) ? 'publisher' : 'caller';
