import { ended } from '../../e2e/cases/durableRuns';
import { type PausedRun, startPaused } from '../../e2e/cases/pausedRuns';
import type { Editor } from '../../e2e/editor/editor';
import { CONTROLS, NEIGHBOURS, TABS } from '../clutter';
import type { Studio } from '../studio';
import { oneVideo } from '../workflows';

const open = async (editor: Editor, { workflowId }: PausedRun, id: string): Promise<void> => {
	await editor.page.goto(`/workflow/${workflowId}/executions/${id}`);
	await editor.part('canvas-node').first().waitFor();
};

/** Everything but what leads elsewhere in n8n. */
const list = (editor: Editor) => ({
	around: [editor.part('executions-sidebar'), editor.part('canvas-wrapper')],
	page: { width: 1100, height: 620 },
	without: [...CONTROLS, ...TABS],
});

/** The list of executions while one of them waits. */
export async function takeWaiting(studio: Studio): Promise<void> {
	if (!studio.wants('executions', 'helper-note')) return;
	const editor = await studio.editor();
	const run = await startPaused(studio, oneVideo);
	await open(editor, run, run.id);
	await studio.take(editor, 'executions', list(editor));
	await open(editor, run, run.check);
	const once = editor.page.getByText(/^It ends by itself/);
	await studio.take(editor, 'helper-note', { ...list(editor), once });
	await studio.client.stopExecution(run.id);
	await editor.close();
}

/** What an execution shows whose status check was stopped. */
export async function takeStopped(studio: Studio): Promise<void> {
	if (!studio.wants('stopped-check')) return;
	const run = await startPaused(studio, oneVideo);
	await studio.client.stopExecution(run.check);
	await ended(studio, run.id);
	const editor = await studio.editor();
	await open(editor, run, run.id);
	const panel = await editor.openPanel('Create Clips');
	await panel.says('The execution was cancelled manually');
	const page = { width: 1400, height: 460 };
	await studio.take(editor, 'stopped-check', {
		around: editor.part('output-panel'),
		page,
		without: NEIGHBOURS,
	});
	await editor.close();
}
