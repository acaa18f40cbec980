import type { Locator } from 'playwright-core';
import { until } from '../../host';
import type { EditorBed } from '../editor/editorBed';
import type { Editor } from '../editor/editor';
import { flow, parkedClip, startWith } from '../flows';
import { creating, ended } from './durableRuns';
import { startParked } from './pausedRuns';

const waiting = 'n8n waits for the clips, which takes from minutes to hours';
// n8n sets quotation marks of its own.
const note = /It is the automatic status check for execution \d+, which has been waiting in .Patience. since/;

/** Its status check stays paused while it is looked at. */
const waitOptions = { maxWait: 60, pollInterval: 3_000 };

/** The names of the nodes that an execution shows, none of them on top of another. */
async function nodesApart(editor: Editor): Promise<string[]> {
	const nodes = editor.part('canvas-node');
	const places = new Map<string, string>();
	for (const node of await nodes.all()) {
		const name = (await node.getAttribute('data-node-name')) ?? '';
		const box = await node.boundingBox();
		places.set(name, `${Math.round((box?.x ?? 0) / 50)} ${Math.round((box?.y ?? 0) / 50)}`);
	}
	expect(new Set(places.values()).size).toBe(places.size);
	return [...places.keys()];
}

/** What a person sees of an execution that is parked. */
export function waitingCases(bed: EditorBed): void {
	it('says in the panel that it waits for clips, and what its status check is in the list of executions', async () => {
		const projectId = await bed.submit('https://www.youtube.com/watch?v=parked&sim-endless');
		const { id } = await bed.save(
			flow('Parked', [
				...startWith('Projects', [{ projectId }]),
				parkedClip('Patience', { operation: 'wait', options: waitOptions }),
			]),
		);
		await bed.on(id, async (editor) => {
			await editor.click(editor.part('execute-workflow-button').first());
			await editor.node('Patience').locator('.waiting').waitFor();
			await editor.picture('waiting-canvas');
			const panel = await editor.openPanel('Patience');
			await panel.says(waiting);
			await editor.picture('waiting-panel');
			await panel.close();

			await editor.click(editor.part('radio-button-executions'));
			const entries = editor.page.locator('[data-test-id^="execution-details-"]:visible');
			await entries.nth(1).waitFor();
			// The newest comes first.
			await editor.click(entries.nth(0));
			await editor.page.getByText(note).waitFor();
			await editor.picture('waiting-status-check');
			const own = 'Status check for Patience';
			await until(async () => (await nodesApart(editor)).includes(own), 200);
			expect((await nodesApart(editor)).sort()).toEqual(['Patience', own, `${own} (end)`]);
		});
	});

	it('says what a status check is before somebody stops it, and what that has done', async () => {
		const { nodes, ...workflow } = creating('stopped', ['sim-endless', 'sim-endless']);
		const apart = nodes.map((node, index) => ({ ...node, position: [index * 220, 0] }));
		const run = await startParked(bed, { ...workflow, nodes: apart });
		const editor = await bed.editor();
		const open = async (id: string) => {
			await editor.page.goto(`/workflow/${run.workflowId}/executions/${id}`);
			await editor.part('canvas-node').first().waitFor();
		};

		await open(run.check);
		const text = editor.page.getByText(/It is the automatic status check for execution \d+/);
		await text.waitFor();
		await editor.picture('helper-note');
		const lowest = async (place: Locator): Promise<number> => {
			const { y = 0, height = 0 } = (await place.boundingBox()) ?? {};
			return y + height;
		};
		const lastWords = editor.page.getByText(/^It ends by itself/);
		expect(await lowest(lastWords)).toBeLessThan(await lowest(editor.part('sticky')));
		const link = editor.page.getByRole('link', { name: `execution ${run.id}`, exact: true });
		const path = `/workflow/${run.workflowId}/executions/${run.id}`;
		expect(new URL((await link.getAttribute('href')) ?? '').pathname).toBe(path);

		await bed.client.stopExecution(run.check);
		await ended(bed, run.id);
		await open(run.id);
		const panel = await editor.openPanel('Create');
		await panel.says('The execution was cancelled manually');
		await editor.picture('stopped-check');
		await panel.close();
		await editor.close();
	});
}
