/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import {
	BinaryDataService,
	DataDeduplicationService,
	ErrorReporter,
	ExecuteContext,
	ExecutionLifecycleHooks,
	WorkflowExecute,
} from 'n8n-core';
import { Container } from '@n8n/di';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type NodeApiError,
	type IRun,
	type IRunExecutionData,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { parse, stringify } from 'flatted';
import { z } from 'zod/v3';
import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';
import { type HostTrouble, type PausedExecution, PausingHost, type Stoppable } from './pausingHost';
import { ProcessedItems } from './processedItems';
import { nodeTypes, workflowOf } from './workflow';

/** A run of one node of the package on n8n's real engine. */
export interface NodeRun {
	parameters: INodeParameters;
	/** Input items; one empty item when absent. */
	items?: INodeExecutionData[];
	credentials: ICredentialDataDecryptedObject;
	/** Which node; Clip when absent. */
	type?: 'clip' | 'clipTool' | 'clipTrigger';
	mode?: WorkflowExecuteMode;
	/** Settings of the node itself, such as onError or retryOnFail. */
	settings?: Partial<INode>;
	/** Whether the workflow is saved; it is when absent. */
	saved?: boolean;
	/** Which execution it is; a new one when absent. */
	executionId?: string;
	/** What it remembers from before, as n8n's Retry hands it over; nothing when absent. */
	remembers?: IRunExecutionData;
	/** Further input, for which the node runs once more in the same execution, as in a loop; none when absent. */
	rounds?: INodeExecutionData[][];
	/** All that n8n has stored of a run that ended badly: n8n's Retry goes on from there; absent for a run from its start. */
	goesOnFrom?: IRunExecutionData;
	/** When the run is paused for the first time: gets what waits, what stops some of it, and what tells who waits then. */
	onPause?: (
		executions: PausedExecution[],
		stop: (which: Stoppable) => void,
		waiting: () => PausedExecution[],
	) => void;
	/** A run that another process has paused: it is resumed instead of started. */
	stored?: readonly PausedExecution[];
	/** What n8n's server does not do as it should. */
	trouble?: HostTrouble;
	/** Gets a function that stops the execution, as the Stop button does. */
	onStart?: (stop: () => void) => void;
}

/** What came out of a {@link NodeRun}. */
export interface NodeRunResult {
	run: IRun;
	/** Items of the first output. */
	items: INodeExecutionData[];
	/** Items of the error output. */
	errorItems: INodeExecutionData[];
	/** Why the run ended with an error, if it did. */
	error?: Pick<NodeApiError, 'message'> & Partial<NodeApiError>;
	hints: string[];
	/** Whether the execution was paused before it ended. */
	paused: boolean;
	/** How many executions there were, with those that the node started. */
	executions: number;
}

/** The execution that a stored run began with; sub-executions have higher numbers. */
const ROOT = '1';

/** Each run of a test is an execution of its own. */
let runs = 0;

/** What n8n's server remembers of processed items. */
export const processedItems = new ProcessedItems();
void DataDeduplicationService.init(processedItems);

let ready: Promise<void> | undefined;

/** Runs one node on n8n-core's own engine, in this process. */
export async function runNode(test: NodeRun): Promise<NodeRunResult> {
	ready ??= Container.get(BinaryDataService).init();
	await ready;
	Container.get(ErrorReporter).error = () => undefined;

	const { type = 'clip', mode = 'trigger', items = [{ json: {} }] } = test;
	const definition = workflowOf(type, test.parameters, test.settings);
	const { id, ...unsaved } = definition;
	const workflow = new Workflow({ ...unsaved, ...(test.saved !== false && { id }), nodeTypes });
	const start = workflow.getNode(type === 'clipTrigger' ? 'Clip' : 'Before');
	if (start === null) throw new TypeError('The workflow has no start.');

	const fromStart = createRunExecutionData({
		executionData: {
			contextData: test.remembers?.executionData?.contextData ?? {},
			...(test.remembers?.executionData?.runtimeData && {
				runtimeData: test.remembers.executionData.runtimeData,
			}),
			nodeExecutionStack: [items, ...(test.rounds ?? [])].map((round) => ({
				node: start,
				data: { main: [round] },
				source: null,
			})),
		},
	});
	const executionData = test.goesOnFrom === undefined ? fromStart : forRetry(test.goesOnFrom);
	const host: PausingHost = new PausingHost({
		nodeTypes,
		trouble: test.trouble,
		additionalData: (id, paused) => additionalDataFor(test, paused, mode, id, host),
	});
	runs += 1;
	const root = test.stored === undefined ? (test.executionId ?? `${runs}000`) : ROOT;
	const startRun = async (): Promise<IRun> => {
		const additionalData = additionalDataFor(test, definition, mode, root, host);
		const engine = new WorkflowExecute(additionalData, mode, executionData);
		const running = engine.processRunExecutionData(workflow);
		test.onStart?.(() => running.cancel());
		return await running;
	};
	if (test.stored !== undefined) host.takeOver(test.stored);
	const first = test.stored === undefined ? await startRun() : undefined;
	const paused = first === undefined || first.status === 'waiting';
	if (first !== undefined && paused) {
		host.store(root, definition, first);
		test.onPause?.(
			host.paused,
			(which) => host.stop(which),
			() => host.paused,
		);
	}
	const run = (paused ? await host.finish(root) : undefined) ?? first;
	if (run === undefined) throw new TypeError('The stored run did not go on.');

	const task = run.data.resultData.runData.Clip?.at(-1);
	const outputs = task?.data?.main ?? [];
	return {
		run,
		items: outputs[0] ?? [],
		errorItems: outputs[1] ?? [],
		...(run.data.resultData.error && { error: run.data.resultData.error }),
		hints: (task?.hints ?? []).map((hint) => hint.message),
		paused,
		executions: host.executions,
	};
}

/** What the engine hands to a node, without a run: for code that is tried below the operations. */
export function contextOf(test: NodeRun, executionId = ROOT): IExecuteFunctions {
	const { type = 'clip', mode = 'trigger', items = [{ json: {} }] } = test;
	const definition = workflowOf(type, test.parameters, test.settings);
	const workflow = new Workflow({ ...definition, nodeTypes });
	const node = workflow.getNode('Clip');
	if (node === null) throw new TypeError('The workflow has no Clip node.');
	const data = { main: [items] };
	const host: PausingHost = new PausingHost({
		nodeTypes,
		trouble: undefined,
		additionalData: (id, paused) => additionalDataFor(test, paused, mode, id, host),
	});
	const additionalData = additionalDataFor(test, definition, mode, executionId, host);
	const runData = createRunExecutionData({});
	const execution = { node, data, source: null };
	return new ExecuteContext(workflow, node, additionalData, mode, runData, 0, items, data, execution, []);
}

/** What n8n's Retry makes of what it has stored (ExecutionService.retry). */
function forRetry(stored: IRunExecutionData): IRunExecutionData {
	const data = z.custom<IRunExecutionData>().parse(parse(stringify(stored)));
	const runs = data.resultData.runData[data.resultData.lastNodeExecuted ?? ''];
	delete data.resultData.error;
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	return data;
}

/** Stands for n8n's store of credentials: one credential of our type, applied as n8n applies it. */
function credentialsOf(data: ICredentialDataDecryptedObject): ICredentialsHelper {
	const type = new VideoClippingApi();
	const partial: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		getCredentialsProperties: () => type.properties,
		isCredentialUsableByNode: () => true,
		getDecrypted: async () => await Promise.resolve({ ...data }),
		runPreAuthentication: async () => await Promise.resolve(undefined),
		preAuthentication: async () => await Promise.resolve(undefined),
		authenticate: async (credentials, _type, request) =>
			await type.authenticate(credentials, z.custom<IHttpRequestOptions>().parse(request)),
	};
	// The engine asks for no more.
	return partial as ICredentialsHelper;
}

function additionalDataFor(
	test: NodeRun,
	definition: IWorkflowBase,
	mode: WorkflowExecuteMode,
	executionId: string,
	host: PausingHost,
): IWorkflowExecuteAdditionalData {
	const partial: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: credentialsOf(test.credentials),
		hooks: new ExecutionLifecycleHooks(mode, executionId, definition),
		executionId,
		executeWorkflow: host.executeWorkflow,
		getRunExecutionData: host.getRunExecutionData,
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: 'http://127.0.0.1:5678/rest',
		instanceBaseUrl: 'http://127.0.0.1:5678/',
		webhookBaseUrl: 'http://127.0.0.1:5678/webhook',
		webhookTestBaseUrl: 'http://127.0.0.1:5678/webhook-test',
		webhookWaitingBaseUrl: 'http://127.0.0.1:5678/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1:5678/form-waiting',
		setExecutionStatus: () => undefined,
		sendDataToUI: () => undefined,
		logAiEvent: () => undefined,
	};
	// The engine needs only this part when it runs without a server.
	return partial as IWorkflowExecuteAdditionalData;
}
