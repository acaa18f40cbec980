import { type INode, type IWorkflowBase, type IWorkflowSettings, NodeConnectionTypes } from 'n8n-workflow';
import type { Task } from '../rules/helperStates';

/**
 * The sub-workflows that a durable wait consists of. The `poller` submits what was held back and asks the service. The
 * `keeper` stands between it and the node: it starts a poller, and another one should n8n lose the first in the middle of
 * its work.
 */
export type Helper = 'keeper' | 'poller';

const START = 'n8n-nodes-base.executeWorkflowTrigger';
const END = 'n8n-nodes-base.noOp';
const NOTE = 'n8n-nodes-base.stickyNote';

/** What each helper is there for, for whoever opens its execution. */
const TASK: Record<Helper, string> = {
	keeper: 'It restarts the status checks if n8n loses them, and passes the result on.',
	poller: 'It checks now and then whether the clips are ready.',
};

/** What users call each helper; its workflow and its node are named after it and the node that it works for. */
export const HELPER_NAMES: Record<Helper, string> = { keeper: 'watchdog', poller: 'status check' };

/** What the name of a helper's node ends with; executions that were paused by earlier versions have the older names. */
const HELPER_ENDING = / \((?:watchdog|status check|keeper|poller)\)$/;

/** What tells the ID of a keeper from that of the node that it works for. */
const OF_KEEPER = ':keeper';

/** How many projects a note names. */
const NAMED_PROJECTS = 50;

/** What a helper is started for. */
interface Employment {
	/** The workflow of the node: n8n resumes saved workflows only. */
	workflowId: string;
	/** The settings of that workflow. */
	settings: IWorkflowSettings;
	/** Where the editor is. */
	baseUrl: string;
	task: Task;
}

/**
 * A sub-workflow for n8n to run: a start, the helper, an end. n8n resumes a parked node by handing its input to its first
 * output, so that output leads back to the helper; the second one leads to the end.
 *
 * @param helper - which one
 * @param node - the node that it works for
 * @param employment - what for
 */
export function helperWorkflow(helper: Helper, node: INode, employment: Employment): IWorkflowBase {
	const { typeVersion, credentials } = node;
	// The trigger's helpers are Clip nodes, too.
	const type = node.type.replace(/clipTrigger$/, 'clip');
	const name = node.name.replace(HELPER_ENDING, '');
	const id = node.id.replace(OF_KEEPER, '');
	const step = (stepName: string, operation: string, more: Partial<INode> = {}): INode => ({
		id: stepName,
		name: stepName,
		type,
		typeVersion,
		position: [224, 0],
		parameters: { operation },
		...(credentials && { credentials }),
		...more,
	});
	const content = noteOf(helper, name, employment);
	const height = heightOf(content);
	const note = step(`${name} (note)`, '', {
		type: NOTE,
		typeVersion: 1,
		position: [-40, -80 - height],
		parameters: { content, width: 620, height },
	});
	const start = step(`${name} (start)`, '', {
		type: START,
		typeVersion: 1.1,
		position: [0, 0],
		parameters: { inputSource: 'passthrough' },
	});
	const ending = employment.task.watch.wanted === undefined ? 'settle' : 'handOn';
	const [work, end] =
		helper === 'keeper'
			? [
					// A lost poller is an item for its keeper, not the end. n8n draws nodes with the same ID once.
					step(`${name} (${HELPER_NAMES[helper]})`, 'keep', {
						id: `${id}${OF_KEEPER}`,
						onError: 'continueRegularOutput',
					}),
					// The node's own name, because errors come from here and carry the name that the user knows; and its own ID, under
					// which n8n remembers what a trigger has delivered.
					step(name, ending, { id, position: [448, 0] }),
				]
			: [
					// The node's own ID, under which n8n remembers what was submitted.
					step(`${name} (${HELPER_NAMES[helper]})`, 'poll', { id }),
					step(`${name} (end)`, '', { type: END, typeVersion: 1, position: [448, 0], parameters: {} }),
				];
	const to = (next: INode) => [{ node: next.name, type: NodeConnectionTypes.Main, index: 0 }];
	const now = new Date();
	return {
		id: employment.workflowId,
		name: `${name}: ${HELPER_NAMES[helper]}`,
		active: false,
		isArchived: false,
		createdAt: now,
		updatedAt: now,
		activeVersionId: null,
		nodes: [start, work, end, note],
		connections: {
			[start.name]: { main: [to(work)] },
			[work.name]: { main: [to(work), to(end)] },
		},
		settings: helperSettings(employment.settings),
	};
}

/** How high a note must be for its text; a line of it holds some eighty letters. */
const heightOf = (content: string): number => 100 + 20 * Math.ceil(content.length / 80);

/** Says what an execution is that somebody finds in the list and did not start. */
function noteOf(helper: Helper, name: string, { workflowId, baseUrl, task }: Employment): string {
	const { run, watched, held } = task.watch;
	const link = `${baseUrl.replace(/\/*$/, '/')}workflow/${workflowId}/executions/${run.executionId}`;
	const ids = [...new Set(watched.map(({ projectId }) => projectId))];
	const more = ids.length > NAMED_PROJECTS ? ` and ${ids.length - NAMED_PROJECTS} more` : '';
	const projects = ids.length === 0 ? '' : `Projects: ${ids.slice(0, NAMED_PROJECTS).join(', ')}${more}.`;
	const videos = held === undefined ? '' : `Videos that are still to be submitted: ${held.items.length}.`;
	return [
		`**This helps execution [${run.executionId}](${link}),** which has been waiting in "${name}" since ${new Date(run.since).toISOString().slice(0, 16).replace('T', ' ')} UTC. ${TASK[helper]}`,
		[projects, videos].filter((part) => part !== '').join(' '),
		'It ends by itself. **If you stop it, you also end the execution that it helps.** If you delete it, that execution waits until somebody stops it. The service continues with the projects: use Wait or Get with their IDs.',
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/**
 * The workflow's own settings, but: its error workflow would be started twice, its callers are none of the helper's, a
 * helper whose execution is not kept could be lost between its end and the waking of its parent, and another engine of n8n
 * may not be able to pause it.
 */
function helperSettings(settings: IWorkflowSettings): IWorkflowSettings {
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
