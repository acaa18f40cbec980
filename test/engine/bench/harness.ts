import {
	BinaryDataService,
	DataDeduplicationService,
	ErrorReporter,
	ExecuteContext,
	ExecutionLifecycleHooks,
	getAdditionalKeys,
} from 'n8n-core';
import { Container } from '@n8n/di';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IDataObject,
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
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { parse, stringify } from 'flatted';
import { z } from 'zod/v3';
import { Clip } from '../../../nodes/Clip/Clip.node';
import { VideoClippingApi } from '../../../credentials/VideoClippingApi.credentials';
import { type HostTrouble, PausingHost, type StoredExecution } from './pausingHost';
import { ProcessedItems } from './processedItems';
import { nodeIn, workflowOf } from './workflow';

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
	/** When the run is paused for the first time. */
	onPause?: (host: PausingHost) => void;
	/** What another process has paused: the run is resumed instead of started. */
	stored?: readonly StoredExecution[];
	/** The variables of the n8n, which expressions find under `$vars`. */
	variables?: IDataObject;
	/** The secrets of a vault, which expressions of credentials find under `$secrets.vault`. */
	secrets?: Record<string, string>;
	/** Which evaluation this execution belongs to, as n8n tells it to sub-workflows, too. */
	evaluationRunId?: string;
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
	/** What kind of failure that was, as workflows know it. */
	outcome: unknown;
	hints: string[];
	/** Whether the execution was paused before it ended. */
	paused: boolean;
	/** How many executions there were, with those that the node started. */
	executions: number;
}

const failed = z
	.object({ context: z.object({ details: z.object({ outcome: z.unknown() }).optional() }).optional() })
	.default({});

/** Each run of a test is an execution of its own. */
let runs = 0;

/** What n8n's server remembers of processed items. */
export const processedItems = new ProcessedItems();
void DataDeduplicationService.init(processedItems);

let storage: Promise<void> | undefined;
/** Makes n8n's storage ready, which creates a folder: only where a node runs, so that nothing is left of a file without one. */
const storageIsReady = async () => await (storage ??= Container.get(BinaryDataService).init());
Container.get(ErrorReporter).error = () => undefined;

/** Runs one node on n8n-core's own engine, in this process. */
export async function runNode(test: NodeRun): Promise<NodeRunResult> {
	await storageIsReady();
	const { type = 'clip', mode = 'trigger', saved = true } = test;
	const known = workflowOf(type, test.parameters, test.settings);
	const definition = saved ? known : z.custom<IWorkflowBase>().parse({ ...known, id: undefined });
	const { evaluationRunId } = test;
	const host = new PausingHost(test.trouble, (id, workflow) => ({
		...additionalDataFor(test.credentials, mode, id, workflow, test.variables),
		externalSecretsProxy: vaultWith(test.secrets ?? {}),
		...(evaluationRunId !== undefined && { evaluationRunId }),
	}));
	runs += 1;
	const root = test.executionId ?? `${runs}000`;
	if (test.stored === undefined) {
		const data = test.goesOnFrom === undefined ? fromStart(test, definition) : forRetry(test.goesOnFrom);
		await host.execute(root, definition, mode, data, test.onStart);
	} else host.takeOver(test.stored);
	const paused = host.paused.some(({ id }) => id === root);
	if (paused) test.onPause?.(host);
	const run = await host.finish(root);

	const task = run.data.resultData.runData.Clip?.at(-1);
	const outputs = task?.data?.main ?? [];
	return {
		run,
		items: outputs[0] ?? [],
		errorItems: outputs[1] ?? [],
		...(run.data.resultData.error && { error: run.data.resultData.error }),
		outcome: failed.parse(run.data.resultData.error).context?.details?.outcome,
		hints: (task?.hints ?? []).map((hint) => hint.message),
		paused,
		executions: host.executions,
	};
}

/** What the engine hands to a node that runs for some items. */
export function engineContext(
	{ workflow, node }: ReturnType<typeof nodeIn>,
	additionalData: IWorkflowExecuteAdditionalData,
	mode: WorkflowExecuteMode,
	items: INodeExecutionData[] = [{ json: {} }],
): ExecuteContext {
	const data = { main: [items] };
	const input = [createRunExecutionData({}), 0, items, data, { node, data, source: null }] as const;
	return new ExecuteContext(workflow, node, additionalData, mode, ...input, []);
}

/** The same without a run: for code that is tried below the operations. */
export function contextOf(credentials: ICredentialDataDecryptedObject = {}): IExecuteFunctions {
	const definition = workflowOf('clip', {});
	const additionalData = additionalDataFor(credentials, 'trigger', '1', definition);
	return engineContext(nodeIn(definition, 'Clip'), additionalData, 'trigger');
}

/** Who calls the service by itself. */
export const callerOf = (credentials: ICredentialDataDecryptedObject) => ({
	context: contextOf(credentials),
	apiKeys: new Set<string>(),
});

/** What an agent is told of a call. */
export type AgentCall = { items: INodeExecutionData[] } | { error: string };

/**
 * Calls the tool as n8n's own Agents do (`EphemeralNodeExecutor` of n8n 2.41.1): outside of any execution and of any saved workflow.
 *
 * @param said - what the model gives for `$fromAI()`
 */
export async function callWithoutExecution(
	parameters: INodeParameters,
	credentials: ICredentialDataDecryptedObject,
	said: IDataObject = {},
): Promise<AgentCall> {
	await storageIsReady();
	const definition = workflowOf('clipTool', parameters);
	const unsaved = z.custom<IWorkflowBase>().parse({ ...definition, id: undefined });
	const additionalData = additionalDataFor(credentials, 'internal', '', unsaved);
	delete additionalData.executionId;
	return await toldBy(engineContext(nodeIn(unsaved, 'Clip'), additionalData, 'internal', [{ json: said }]));
}

/** What an agent is told of a call in a context. */
export async function toldBy(context: IExecuteFunctions): Promise<AgentCall> {
	try {
		const outputs = await new Clip().execute.call(context);
		return { items: outputs[0] ?? [] };
	} catch (error) {
		return { error: error instanceof Error ? error.message : String(error) };
	}
}

function fromStart(
	{ type, items = [{ json: {} }], rounds = [], remembers }: NodeRun,
	definition: IWorkflowBase,
): IRunExecutionData {
	const { node } = nodeIn(definition, type === 'clipTrigger' ? 'Clip' : 'Before');
	const { contextData = {}, runtimeData } = remembers?.executionData ?? {};
	return createRunExecutionData({
		executionData: {
			contextData,
			...(runtimeData && { runtimeData }),
			nodeExecutionStack: [items, ...rounds].map((round) => ({
				node,
				data: { main: [round] },
				source: null,
			})),
		},
	});
}

/** What n8n's Retry makes of what it has stored (ExecutionService.retry). */
function forRetry(stored: IRunExecutionData): IRunExecutionData {
	const data = z.custom<IRunExecutionData>().parse(parse(stringify(stored)));
	const runs = data.resultData.runData[data.resultData.lastNodeExecuted ?? ''];
	delete data.resultData.error;
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	return data;
}

/** Stands for n8n's store of credentials: one credential of our type, whose expressions are resolved, and which is applied, as n8n does. */
function credentialsOf(data: ICredentialDataDecryptedObject): ICredentialsHelper {
	const type = new VideoClippingApi();
	const partial: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getDecrypted: async (additionalData, _node, _type, mode, executeData, _raw, values) => {
			if (values === undefined) return await Promise.resolve({ ...data });
			const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
			const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
			const resolved = workflow.expression.getParameterValue(
				z.custom<INodeParameters>().parse({ ...data }),
				...([runExecutionData, runIndex, itemIndex, node.name, connectionInputData] as const),
				...([mode, keys, executeData] as const),
			);
			return z.custom<ICredentialDataDecryptedObject>().parse(resolved);
		},
		preAuthentication: async () => await Promise.resolve(undefined),
		authenticate: async (credentials, _type, request) =>
			await type.authenticate(credentials, z.custom<IHttpRequestOptions>().parse(request)),
	};
	// The engine asks for no more.
	return partial as ICredentialsHelper;
}

type Vault = IWorkflowExecuteAdditionalData['externalSecretsProxy'];

/** Stands for a vault of secrets, which n8n asks by this interface. */
function vaultWith(secrets: Record<string, string>): Vault {
	const partial: Partial<Vault> = {
		hasProvider: (name) => name === 'vault',
		listProviders: () => ['vault'],
		hasSecret: (_provider, name) => name in secrets,
		getSecret: (_provider, name) => secrets[name],
		listSecrets: () => Object.keys(secrets),
	};
	// Expressions ask for no more.
	return partial as Vault;
}

/** What n8n's server gives an execution. */
export function additionalDataFor(
	credentials: ICredentialDataDecryptedObject,
	mode: WorkflowExecuteMode,
	executionId: string,
	definition: IWorkflowBase,
	variables: IDataObject = {},
): IWorkflowExecuteAdditionalData {
	const partial: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: credentialsOf(credentials),
		hooks: new ExecutionLifecycleHooks(mode, executionId, definition),
		executionId,
		currentNodeExecutionIndex: 0,
		variables,
		instanceBaseUrl: 'http://127.0.0.1:5678/',
		webhookWaitingBaseUrl: 'http://127.0.0.1:5678/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1:5678/form-waiting',
	};
	// The engine needs only this part when it runs without a server.
	return partial as IWorkflowExecuteAdditionalData;
}
