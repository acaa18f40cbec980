import { type INode, type IWorkflowBase, type IWorkflowSettings, NodeConnectionTypes } from 'n8n-workflow';
import type { PausedWait } from './rules/pausedWait';

const START = 'n8n-nodes-base.executeWorkflowTrigger';
const END = 'n8n-nodes-base.noOp';
const NOTE = 'n8n-nodes-base.stickyNote';

/** How many projects the note names. */
const NAMED_PROJECTS = 50;

/** What the sub-workflow is for. */
interface Purpose {
	/** The workflow of the node: n8n resumes saved workflows only. */
	workflowId: string;
	/** The settings of that workflow. */
	settings: IWorkflowSettings;
	/** Where the editor is. */
	baseUrl: string;
	timezone: string;
	wait: PausedWait;
}

/**
 * The sub-workflow of a paused execution: a start, the status check, an end. n8n resumes a paused node by handing its input to its
 * first output, so that output leads back to the check; the second one leads to the end.
 */
export function statusCheckWorkflow(node: INode, purpose: Purpose): IWorkflowBase {
	const { name, type, typeVersion, credentials } = node;
	const title = `Status check for ${name}`;
	const content = noteOf(name, purpose);
	const height = heightOf(content);
	const step = (stepName: string, more: Pick<INode, 'parameters' | 'position' | 'type'>): INode => ({
		id: stepName,
		name: stepName,
		typeVersion: 1,
		...more,
	});
	const start = {
		...step(title, { type: START, position: [0, 0], parameters: { inputSource: 'passthrough' } }),
		typeVersion: 1.1,
	};
	// Name and ID are those of the node that waits: errors come from here, and n8n keeps them with the name that the user knows.
	const check: INode = {
		id: node.id,
		name,
		type,
		typeVersion,
		position: [224, 0],
		parameters: { operation: 'statusCheck' },
		...(credentials && { credentials }),
	};
	const end = step(`${title} (end)`, { type: END, position: [448, 0], parameters: {} });
	const note = step(`${title} (note)`, {
		type: NOTE,
		position: [-40, -80 - height],
		parameters: { content, width: 620, height },
	});
	const to = (next: INode) => [{ node: next.name, type: NodeConnectionTypes.Main, index: 0 }];
	const now = new Date();
	return {
		id: purpose.workflowId,
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
		settings: settingsOf(purpose.settings),
	};
}

/** Says what an execution is that somebody finds in the list and did not start. */
function noteOf(name: string, { workflowId, baseUrl, timezone, wait }: Purpose): string {
	const { execution, watched } = wait;
	const link = `${baseUrl.replace(/\/*$/, '/')}workflow/${workflowId}/executions/${execution.id}`;
	const since = new Date(execution.since).toLocaleString('en-GB', {
		dateStyle: 'medium',
		timeStyle: 'short',
		timeZone: timezone,
	});
	const ids = [...new Set(watched.map(({ projectId }) => projectId))];
	const more = ids.length > NAMED_PROJECTS ? ` and ${ids.length - NAMED_PROJECTS} more` : '';
	return [
		`**This is not your workflow. It is the automatic status check for [execution ${execution.id}](${link}),** which has been waiting in "${name}" since ${since} (${timezone}). Now and then it checks whether the clips are ready.`,
		`Projects: ${ids.slice(0, NAMED_PROJECTS).join(', ')}${more}.`,
		'It ends by itself. **If you stop it, your execution ends, too.** If you delete it, your execution waits until somebody stops it. The service continues with the projects: use Wait or Get with their IDs.',
	].join('\n\n');
}

/** As high as its text, in pixels: a line holds some eighty letters. */
function heightOf(content: string): number {
	const seen = content.replace(/\]\([^)]*\)/g, '').replaceAll('**', '');
	const lines = seen.split('\n\n').map((paragraph) => Math.ceil(paragraph.length / 80));
	return 40 + lines.reduce((total, count) => total + 20 * count + 12, 0);
}

/**
 * The workflow's own settings, but: its error workflow would be started twice, its callers are none of the status check's, a
 * check whose execution is not kept could be lost between its end and the waking of its parent, and another engine of n8n
 * may not be able to pause it.
 */
function settingsOf(settings: IWorkflowSettings): IWorkflowSettings {
	const changed: IWorkflowSettings & { engineType?: unknown } = {
		...settings,
		executionOrder: 'v1',
		callerPolicy: 'any',
		saveDataErrorExecution: 'all',
		saveDataSuccessExecution: 'all',
		saveManualExecutions: true,
		saveExecutionProgress: false,
	};
	delete changed.errorWorkflow;
	delete changed.engineType;
	return changed;
}
