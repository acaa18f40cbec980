import { WorkflowExecute } from 'n8n-core';
import { parse, stringify } from 'flatted';
import {
	createRunExecutionData,
	type ExecutionError,
	type ExecuteWorkflowOptions,
	type IExecuteWorkflowInfo,
	type IRun,
	type IRunExecutionData,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	NodeOperationError,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { z } from 'zod/v3';
import { sleepUntil } from '../../../nodes/Clip/n8n/timing';
import { nodeTypes } from './workflow';

/** Whether a workflow is that of a status check. */
const isStatusCheck = ({ name }: IWorkflowBase): boolean => name.startsWith('Status check for ');

/** An execution as n8n's database holds it. */
export interface StoredExecution {
	id: string;
	workflow: IWorkflowBase;
	mode: WorkflowExecuteMode;
	/** Serialised as n8n does, so that nothing lives on in memory. */
	data: string;
	status: IRun['status'];
	waitTill: Date | undefined;
	/** How it ran last, for the test only. */
	run: IRun;
}

/**
 * What may go wrong on a server: it `refuses` to start sub-workflows; it `loses` one when it is resumed, as after a crash in
 * regular mode; or it `fails` one, as n8n does in queue mode when a worker died: with an error of its own, and without what the
 * execution knew.
 */
export type HostTrouble = 'fails' | 'loses' | 'refuses';

/** What n8n stores of an execution that somebody has stopped. */
const STOPPED = z.custom<ExecutionError>().parse({
	name: 'ManualExecutionCancelledError',
	message: 'The execution was cancelled manually',
	reason: 'manual',
});

const read = (data: string): IRunExecutionData => z.custom<IRunExecutionData>().parse(parse(data));

/** No run of a test comes back as often; what does would keep the test for ever. */
const MOST_RESUMED = 5_000;

/** Everything that waits for something else than a date lies beyond this one. */
const FAR = Date.UTC(2900, 0);

/**
 * The part of n8n's server that pauses executions and resumes them: it starts sub-workflows, stores what waits, resumes what
 * is due, and hands the result of a sub-workflow to its parent. It does what n8n 2.41.1's `WaitTracker`,
 * `executeWorkflow` and `updateParentExecutionWithChildResults` do; the end-to-end tests run the real ones.
 */
export class PausingHost {
	/** How many executions there were, sub-executions included. */
	executions = 1;
	private readonly stored = new Map<string, StoredExecution>();
	private readonly stopped: StoredExecution[] = [];

	/** @param additionalData - what the engine gets for an execution, but for what this host does */
	constructor(
		private trouble: HostTrouble | undefined,
		private readonly additionalData: (
			executionId: string,
			workflow: IWorkflowBase,
		) => IWorkflowExecuteAdditionalData,
	) {}

	/** What waits now. */
	get paused(): StoredExecution[] {
		return [...this.stored.values()].filter(({ status }) => status === 'waiting');
	}

	/** How the status checks ended, and with how many items at their end. */
	get endsOfChecks(): Array<[status: string, items: number]> {
		return [...this.stored.values()]
			.filter(({ workflow }) => isStatusCheck(workflow))
			.map(({ status, run }) => {
				const last = Object.values(run.data.resultData.runData).flat().at(-1);
				return [status, last?.data?.main?.flatMap((items) => items ?? []).length ?? 0];
			});
	}

	/** Runs an execution until it ends or pauses. */
	async execute(
		id: string,
		workflow: IWorkflowBase,
		mode: WorkflowExecuteMode,
		executionData: IRunExecutionData,
		onStart?: (stop: () => void) => void,
	): Promise<IRun> {
		// The engine marks the nodes that it resumes, so each run gets its own copy.
		const copy = structuredClone(workflow);
		const { executeWorkflow, getRunExecutionData } = this;
		const additionalData = { ...this.additionalData(id, copy), executeWorkflow, getRunExecutionData };
		const engine = new WorkflowExecute(additionalData, mode, executionData);
		const running = engine.processRunExecutionData(new Workflow({ ...copy, nodeTypes }));
		onStart?.(() => running.cancel());
		const run = await running;
		const { status, waitTill } = run;
		const data = stringify(run.data);
		this.stored.set(id, { id, workflow, mode, data, status, waitTill: waitTill ?? undefined, run });
		return run;
	}

	/** Takes over what another process has paused. */
	takeOver(executions: readonly StoredExecution[]): void {
		for (const execution of executions) this.stored.set(execution.id, { ...execution });
		this.executions = executions.length;
	}

	/** Stops an execution that waits, as the Stop button does. n8n leaves its helpers alone, and tells its parent later. */
	stop(which: 'check' | 'run'): StoredExecution {
		const found = this.paused.find(({ workflow }) => isStatusCheck(workflow) === (which === 'check'));
		if (found === undefined) throw new TypeError(`No ${which} waits.`);
		const data = read(found.data);
		data.resultData.error = STOPPED;
		found.status = 'canceled';
		found.data = stringify(data);
		this.stopped.push(found);
		return found;
	}

	/** Brings an execution to its end, and all that belongs to it if somebody has stopped it. */
	async finish(executionId: string): Promise<IRun> {
		for (const execution of this.stopped) await this.tellParent(execution, read(execution.data));
		for (let resumed = 0; ; resumed += 1) {
			const next = this.nextDue();
			const execution = this.stored.get(executionId);
			if (execution === undefined) throw new TypeError(`There is no execution ${executionId}.`);
			const isOver = execution.status !== 'waiting' && this.stopped.length === 0;
			if (next === undefined || isOver) return execution.run;
			if (resumed > MOST_RESUMED) throw new TypeError(`Execution ${executionId} is paused again and again.`);
			await sleepUntil(next.waitTill?.getTime() ?? 0, new AbortController().signal);
			await this.resume(next);
		}
	}

	/** For `additionalData.executeWorkflow`: runs an inline sub-workflow until it ends or pauses. */
	private readonly executeWorkflow = async (
		{ code: workflow }: IExecuteWorkflowInfo,
		_additionalData: IWorkflowExecuteAdditionalData,
		{ inputData, parentExecution }: ExecuteWorkflowOptions,
	) => {
		if (this.trouble === 'refuses') throw new Error('Sub-workflows are forbidden here');
		const start = workflow?.nodes[0];
		if (workflow === undefined || start === undefined) throw new TypeError('Only inline sub-workflows here.');
		const executionId = String((this.executions += 1));
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [{ node: start, data: { main: [inputData ?? []] }, source: null }],
			},
			...(parentExecution && { parentExecution }),
		});
		const run = await this.execute(executionId, workflow, 'integrated', data);
		if (run.status === 'error') throw Object.assign(new Error(), run.data.resultData.error);
		const { lastNodeExecuted = '', runData } = run.data.resultData;
		const last = runData[lastNodeExecuted]?.at(-1)?.data?.main ?? [];
		return { executionId, data: last, waitTill: run.waitTill ?? null };
	};

	/** For `additionalData.getRunExecutionData`: what an execution knew when it was stored. */
	private readonly getRunExecutionData = async (executionId: string) => {
		const data = this.stored.get(executionId)?.data;
		return await Promise.resolve(data === undefined ? undefined : read(data));
	};

	private nextDue(): StoredExecution | undefined {
		return this.paused
			.filter(({ waitTill }) => (waitTill?.getTime() ?? FAR) < FAR)
			.sort((a, b) => Number(a.waitTill) - Number(b.waitTill))[0];
	}

	private async resume(execution: StoredExecution): Promise<void> {
		const { id, workflow, mode } = execution;
		const data = read(execution.data);
		if (isStatusCheck(workflow) && this.trouble !== undefined) {
			const lost = this.trouble === 'fails' ? failedByN8n(execution) : data;
			execution.status = 'crashed';
			this.trouble = undefined;
			return await this.tellParent(execution, lost);
		}
		const run = await this.execute(id, workflow, mode, data);
		await this.tellParent(execution, run.data);
	}

	/** Hands over to the parent of a sub-execution what came of it, if it has ended. */
	private async tellParent({ id, data }: StoredExecution, ended: IRunExecutionData): Promise<void> {
		const parent = this.stored.get(read(data).parentExecution?.executionId ?? '');
		if (parent?.status !== 'waiting' || this.stored.get(id)?.status === 'waiting') return;
		const parentData = read(parent.data);
		const entry = parentData.executionData?.nodeExecutionStack[0];
		if (entry === undefined) throw new TypeError('The parent has nothing to go on with.');
		const { error, lastNodeExecuted = '', runData } = ended.resultData;
		const result = runData[lastNodeExecuted]?.at(-1)?.data;
		if (error !== undefined) entry.metadata = { ...entry.metadata, resumeError: error };
		else if (result !== undefined) entry.data = result;
		await this.resume({ ...parent, data: stringify(parentData) });
	}
}

/** What n8n makes of an execution whose worker has died too often. */
function failedByN8n({ workflow }: StoredExecution): IRunExecutionData {
	const [node] = workflow.nodes;
	if (node === undefined) throw new TypeError('A status check has nodes.');
	const error = new NodeOperationError(node, 'This execution failed to be processed too many times');
	return createRunExecutionData({ resultData: { error, runData: {} } });
}
