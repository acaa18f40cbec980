import { WorkflowExecute } from 'n8n-core';
import { parse, stringify } from 'flatted';
import {
	createRunExecutionData,
	type ExecutionError,
	type ExecuteWorkflowOptions,
	type IExecuteWorkflowInfo,
	type INode,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	NodeOperationError,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { z } from 'zod/v3';
import { pause } from '../../nodes/Clip/n8n/pause';

/** Whether a workflow is that of a status check. */
export const isStatusCheck = ({ name }: Pick<IWorkflowBase, 'name'>): boolean =>
	name.startsWith('Status check for ');

/** An execution as n8n's database holds it. */
interface Stored {
	id: string;
	workflow: IWorkflowBase;
	mode: WorkflowExecuteMode;
	/** Serialised as n8n does, so that nothing lives on in memory. */
	data: string;
	status: IRun['status'];
	waitTill: Date | undefined;
	/** How it ran last; absent when another process did that. */
	last?: IRun;
}

/** An execution that another process may take over. */
export type PausedExecution = Omit<Stored, 'last'>;

/**
 * What may go wrong on a server: it `refuses` to start sub-workflows; it `loses` one when it is resumed, as after a crash in
 * regular mode; or it `fails` one, as n8n does in queue mode when a worker died: with an error of its own, and without what the
 * execution knew.
 */
export type HostTrouble = 'fails' | 'loses' | 'refuses';

/** What somebody may stop. */
export type Stoppable = 'check' | 'run';

/** What n8n stores of an execution that somebody has stopped. */
const STOPPED = {
	name: 'ManualExecutionCancelledError',
	message: 'The execution was cancelled manually',
	reason: 'manual',
};

/** What {@link PausingHost} needs to run workflows. */
export interface PausingHostOptions {
	nodeTypes: INodeTypes;
	trouble: HostTrouble | undefined;
	/** What the engine gets for an execution. */
	additionalData: (executionId: string, workflow: IWorkflowBase) => IWorkflowExecuteAdditionalData;
}

const read = (data: string): IRunExecutionData => z.custom<IRunExecutionData>().parse(parse(data));

/** Where errors of n8n itself come from. */
const OF_N8N: INode = {
	id: 'n8n',
	name: 'n8n',
	type: 'n8n',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

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
	private readonly stored = new Map<string, Stored>();
	/** What somebody has stopped, and n8n has not told the parent yet. */
	private readonly stopped: Stored[] = [];
	private anyStopped = false;
	private count = 1;
	private struck = false;

	constructor(private readonly options: PausingHostOptions) {}

	/** How many executions there were, sub-executions included. */
	get executions(): number {
		return this.count;
	}

	/** For `additionalData.executeWorkflow`: runs an inline sub-workflow until it ends or pauses. */
	readonly executeWorkflow = async (
		{ code: workflow }: IExecuteWorkflowInfo,
		_additionalData: IWorkflowExecuteAdditionalData,
		{ inputData, parentExecution }: ExecuteWorkflowOptions,
	) => {
		const { trouble } = this.options;
		if (trouble === 'refuses') {
			throw new Error('Sub-workflows are forbidden here');
		}
		const start = workflow?.nodes[0];
		if (workflow === undefined || start === undefined) throw new TypeError('Only inline sub-workflows here.');
		const executionId = String((this.count += 1));
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [{ node: start, data: { main: [inputData ?? []] }, source: null }],
			},
			...(parentExecution && { parentExecution }),
		});
		const run = await this.execute(executionId, workflow, 'integrated', data);
		if (run.status === 'error') throw Object.assign(new Error(), run.data.resultData.error);
		return { executionId, data: [], waitTill: run.waitTill ?? null };
	};

	/** For `additionalData.getRunExecutionData`: what an execution knew when it was stored. */
	readonly getRunExecutionData = async (executionId: string) => {
		const data = this.stored.get(executionId)?.data;
		return await Promise.resolve(data === undefined ? undefined : read(data));
	};

	/** What waits now, as n8n's database holds it. */
	get paused(): PausedExecution[] {
		return [...this.stored.values()].flatMap(({ last, ...execution }) =>
			last?.status === 'waiting' && execution.status === 'waiting' ? [execution] : [],
		);
	}

	/** Takes over what another process has paused. */
	takeOver(executions: readonly PausedExecution[]): void {
		for (const execution of executions) this.stored.set(execution.id, { ...execution });
		this.count = Math.max(this.count, ...executions.map(({ id }) => Number(id)));
	}

	/** Stops an execution that waits, as the Stop button does. n8n leaves its helpers alone, and tells its parent later. */
	stop(which: Stoppable): void {
		const all = [...this.stored.values()].filter(({ status }) => status === 'waiting');
		const found = all.find(({ workflow }) => isStatusCheck(workflow) === (which === 'check'));
		if (found === undefined) throw new TypeError(`No ${which} waits.`);
		const data = read(found.data);
		data.resultData.error = z.custom<ExecutionError>().parse(STOPPED);
		found.status = 'canceled';
		found.data = stringify(data);
		this.stopped.push(found);
		this.anyStopped = true;
	}

	/** Brings an execution that was paused to its end, and all that belongs to it if somebody has stopped it. */
	async finish(executionId: string): Promise<IRun | undefined> {
		for (let resumed = 0; ; resumed += 1) {
			const swept = this.stopped.shift();
			if (swept !== undefined) await this.tellParent(swept, read(swept.data));
			const next = this.nextDue();
			const waits = this.stored.get(executionId)?.status === 'waiting';
			if (next === undefined || !(waits || this.anyStopped)) break;
			if (resumed > MOST_RESUMED) throw new TypeError(`Execution ${executionId} is paused again and again.`);
			await pause(next.waitTill?.getTime() ?? 0, new AbortController().signal);
			await this.resume(next);
		}
		return this.stored.get(executionId)?.last;
	}

	private nextDue(): Stored | undefined {
		return [...this.stored.values()]
			.filter(({ status, waitTill }) => status === 'waiting' && (waitTill?.getTime() ?? FAR) < FAR)
			.sort((a, b) => Number(a.waitTill) - Number(b.waitTill))[0];
	}

	private async resume(stored: Stored): Promise<void> {
		const { id, workflow, mode, data } = stored;
		const runData = read(data);
		const { parentExecution } = runData;
		const struck = parentExecution !== undefined && this.strikes(stored) ? stored.last : undefined;
		const run = struck ?? (await this.execute(id, workflow, mode, runData));
		await this.tellParent(stored, run.data);
	}

	/** Hands over to the parent of a sub-execution what came of it, if it has ended. */
	private async tellParent(stored: Stored, ended: IRunExecutionData): Promise<void> {
		const { id, data } = stored;
		const { parentExecution } = read(data);
		const parent = this.stored.get(parentExecution?.executionId ?? '');
		const { status } = this.stored.get(id) ?? { status: 'waiting' };
		if (parent?.status !== 'waiting' || status === 'waiting') return;
		const parentData = read(parent.data);
		const entry = parentData.executionData?.nodeExecutionStack[0];
		// Only newer versions of n8n look after the parents of what was lost, or what does not resume them.
		const sweeps = entry?.metadata?.waitingChildExecutionIds?.includes(id) === true;
		const resumes = stored.status !== 'crashed' && parentExecution?.shouldResume !== false;
		if (!resumes && !sweeps) return;
		const { error, lastNodeExecuted = '', runData: nodes } = ended.resultData;
		const result = nodes[lastNodeExecuted]?.at(-1)?.data;
		if (entry === undefined) return;
		if (error !== undefined) entry.metadata = { ...entry.metadata, resumeError: error };
		else if (result !== undefined) entry.data = result;
		await this.resume({ ...parent, data: stringify(parentData) });
	}

	/** Whether trouble comes over a sub-execution that is to be resumed. */
	private strikes(stored: Stored): boolean {
		const { trouble } = this.options;
		if (trouble === undefined || trouble === 'refuses' || this.struck) return false;
		this.struck = true;
		stored.status = 'crashed';
		if (trouble === 'fails') {
			const error = new NodeOperationError(OF_N8N, 'This execution failed to be processed too many times');
			const data = createRunExecutionData({ resultData: { error, runData: {} } });
			stored.last = stored.last && { ...stored.last, data };
		}
		return true;
	}

	private async execute(
		id: string,
		definition: IWorkflowBase,
		mode: WorkflowExecuteMode,
		data: IRunExecutionData,
	): Promise<IRun> {
		const { nodeTypes, additionalData } = this.options;
		// The engine marks the nodes that it resumes, so each run gets its own copy.
		const copy = structuredClone(definition);
		const engine = new WorkflowExecute(additionalData(id, copy), mode, data);
		const run = await engine.processRunExecutionData(new Workflow({ ...copy, nodeTypes }));
		this.store(id, definition, run);
		return run;
	}

	/** Stores how an execution ran. */
	store(id: string, workflow: IWorkflowBase, run: IRun): void {
		const { mode, status, data, waitTill } = run;
		const stored = { id, workflow, mode, status, data: stringify(data), last: run };
		this.stored.set(id, { ...stored, waitTill: waitTill ?? undefined });
	}
}
