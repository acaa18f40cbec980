import { type INode, type IWorkflowBase, type IWorkflowSettings, NodeConnectionTypes } from 'n8n-workflow';

/**
 * The sub-workflows that a durable wait consists of. The `poller` asks the service. The `keeper` stands between it and the
 * node: it starts a poller, and another one should n8n lose the first in the middle of a question. The `timer` only ends when the
 * wait should have ended long ago, so that n8n wakes the node whatever became of the others.
 */
export type Helper = 'keeper' | 'poller' | 'timer';

const START = 'n8n-nodes-base.executeWorkflowTrigger';
const END = 'n8n-nodes-base.noOp';
const NOTE = 'n8n-nodes-base.stickyNote';

/** What each helper is there for, for whoever opens its execution. */
const TASK: Record<Helper, string> = {
	keeper: 'It starts another poller should n8n lose one, and hands the result on.',
	poller: 'It asks the service now and then whether the clips are ready.',
	timer: 'It makes sure that the run ends in any case.',
};

/**
 * A sub-workflow for n8n to run: a start, the helper, an end. n8n resumes a parked node by handing its input to its first
 * output, so that output leads back to the helper; the second one leads to the end.
 *
 * @param helper - which one
 * @param node - the node that it works for
 * @param id - the workflow of that node: n8n resumes saved workflows only
 * @param settings - the settings of that workflow
 * @param ending - what a keeper's last step does
 */
export function helperWorkflow(
	helper: Helper,
	node: INode,
	id: string,
	settings: IWorkflowSettings,
	ending: 'handOn' | 'settle',
): IWorkflowBase {
	const { typeVersion, credentials } = node;
	// The trigger's helpers are Clip nodes, too.
	const type = node.type.replace(/clipTrigger$/, 'clip');
	const name = node.name.replace(/ \((keeper|poller|timer)\)$/, '');
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
	const note = step(`${name} (note)`, '', {
		type: NOTE,
		typeVersion: 1,
		position: [-40, -220],
		parameters: {
			content: `**Part of a run that waits for clips in "${name}".** ${TASK[helper]} Leave it alone: it ends by itself.`,
			width: 560,
			height: 140,
		},
	});
	const start = step(`${name} (start)`, '', {
		type: START,
		typeVersion: 1.1,
		position: [0, 0],
		parameters: { inputSource: 'passthrough' },
	});
	const [work, end] =
		helper === 'keeper'
			? [
					// A lost poller is an item for its keeper, not the end.
					step(`${name} (keeper)`, 'keep', { onError: 'continueRegularOutput' }),
					// The node's own name, because errors come from here and carry the name that the user knows; and its own ID, under
					// which n8n remembers what a trigger has delivered.
					step(name, ending, { id: node.id, position: [448, 0] }),
				]
			: [
					step(`${name} (${helper})`, helper === 'poller' ? 'poll' : 'time'),
					step(`${name} (end)`, '', { type: END, typeVersion: 1, position: [448, 0], parameters: {} }),
				];
	const to = (next: INode) => [{ node: next.name, type: NodeConnectionTypes.Main, index: 0 }];
	const now = new Date();
	return {
		id,
		name: `${name}: ${helper}`,
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
		settings: helperSettings(settings),
	};
}

/**
 * The workflow's own settings, but: its error workflow would be started twice, its callers are none of the helper's, and a
 * helper whose execution is not kept could be lost between its end and the waking of its parent.
 */
function helperSettings(settings: IWorkflowSettings): IWorkflowSettings {
	const changed: IWorkflowSettings = {
		...settings,
		executionOrder: 'v1',
		callerPolicy: 'any',
		saveDataErrorExecution: 'all',
		saveDataSuccessExecution: 'all',
		saveManualExecutions: true,
		saveExecutionProgress: false,
	};
	delete changed.errorWorkflow;
	return changed;
}
