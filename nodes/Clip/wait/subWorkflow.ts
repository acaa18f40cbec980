import {
	type IExecuteFunctions,
	type INode,
	type IWorkflowBase,
	type IWorkflowSettings,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { statusCheckNote } from '../problems/notices';
import type { PausedWait } from './rules/pausedWait';

const START = 'n8n-nodes-base.executeWorkflowTrigger';
const END = 'n8n-nodes-base.noOp';
const NOTE = 'n8n-nodes-base.stickyNote';

/** In pixels. A higher note would begin under the tabs of n8n's editor. */
const NOTE_SIZE = { width: 620, height: 170 };

/**
 * The sub-workflow of a paused execution: a start, the status check, an end. n8n resumes a paused node by handing its input to its first
 * output, so that output leads back to the check; the second one leads to the end.
 *
 * @param workflowId - of the workflow in which the execution is paused
 */
export function statusCheckWorkflow(
	context: Pick<IExecuteFunctions, 'getNode' | 'getWorkflowSettings' | 'getInstanceBaseUrl'>,
	workflowId: string,
	{
		executionId,
		watched,
	}: Pick<PausedWait, 'executionId'> & { watched: ReadonlyArray<{ projectId: string }> },
): IWorkflowBase {
	const { id, name, type, typeVersion, credentials } = context.getNode();
	const title = `Status check for ${name}`;
	const makeNode = (stepName: string, more: Pick<INode, 'parameters' | 'position' | 'type'>): INode => ({
		id: stepName,
		name: stepName,
		typeVersion: 1,
		...more,
	});
	const start = {
		...makeNode(title, { type: START, position: [0, 0], parameters: { inputSource: 'passthrough' } }),
		typeVersion: 1.1,
	};
	// Name and ID are those of the node that waits: errors are thrown here, and n8n shows them under the name that the user knows.
	const check: INode = {
		id,
		name,
		type,
		typeVersion,
		// Below the start, so that the loop does not lie over the line that comes in.
		position: [224, 80],
		parameters: { operation: 'statusCheck' },
		...(credentials && { credentials }),
	};
	const end = makeNode(`${title} (end)`, { type: END, position: [448, 80], parameters: {} });
	const link = `${context.getInstanceBaseUrl().replace(/\/*$/, '/')}workflow/${workflowId}/executions/${executionId}`;
	const projectIds = [...new Set(watched.map(({ projectId }) => projectId))];
	const note = makeNode(`${title} (note)`, {
		type: NOTE,
		position: [-40, -80 - NOTE_SIZE.height],
		parameters: {
			content: statusCheckNote({ name, link, executionId, projectIds }),
			...NOTE_SIZE,
		},
	});
	const to = (next: INode) => [{ node: next.name, type: NodeConnectionTypes.Main, index: 0 }];
	const now = new Date();
	return {
		id: workflowId,
		name: `${title} (automatic, not a workflow of yours)`,
		active: false,
		isArchived: false,
		createdAt: now,
		updatedAt: now,
		activeVersionId: null,
		nodes: [start, check, end, note],
		connections: {
			[start.name]: { main: [to(check)] },
			[check.name]: { main: [to(check), to(end)] },
		},
		settings: settingsOf(context.getWorkflowSettings(), workflowId),
	};
}

/** Changes what would harm the status check. */
function settingsOf(settings: IWorkflowSettings, workflowId: string): IWorkflowSettings {
	const changed: IWorkflowSettings & { engineType?: unknown } = {
		...settings,
		executionOrder: 'v1',
		// The workflow's own policy could refuse the status check; n8n 3 refuses the policy 'any'.
		callerPolicy: 'workflowsFromAList',
		callerIds: workflowId,
		// A check whose execution is not kept could be lost between its end and the waking of its parent.
		saveDataErrorExecution: 'all',
		saveDataSuccessExecution: 'all',
		saveManualExecutions: true,
		saveExecutionProgress: false,
	};
	// The error workflow would be started for the check, and again for its parent.
	delete changed.errorWorkflow;
	// Another engine of n8n may not be able to pause the check.
	delete changed.engineType;
	return changed;
}
