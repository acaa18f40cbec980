import type { Locator } from 'playwright-core';
import { until } from '../../host';
import type { EditorBed } from '../editor/editorBed';
import type { Editor } from '../editor/editor';
import { flow, parkedClip, startWith } from '../flows';
import { creating, ended } from './durableRuns';
import { type HelpedRun, startParked } from './helperRuns';

const waiting = 'n8n waits for the clips, which takes from minutes to hours';
// n8n sets quotation marks of its own.
const note = /This helps execution \d+, which has been waiting in .Patience. since/;

/** Its helpers stay parked while they are looked at. */
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
	it('says in the panel that it waits for clips, and what each of its helpers is in the list of executions', async () => {
		const projectId = await bed.submit('https://www.youtube.com/watch?v=parked&sim-endless');
		const { id } = await bed.save(
			flow('Parked', [
				...startWith('Projects', [{ projectId }]),
				parkedClip('Patience', { operation: 'wait', waitOptions }),
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
			await entries.nth(2).waitFor();
			const found: string[] = [];
			// The newest comes first; the run itself is the last one.
			for (const index of [0, 1]) {
				await editor.click(entries.nth(index));
				const helper = editor.page
					.locator('[data-node-name^="Patience ("]')
					.filter({ hasText: /\((watchdog|status check)\)/ });
				await editor.page.getByText(note).waitFor();
				await helper.first().waitFor();
				await editor.picture(`waiting-helper-${index}`);
				// The one before goes only when this one comes.
				await until(async () => {
					const names = (await nodesApart(editor)).filter((name) =>
						/\((watchdog|status check)\)$/.test(name),
					);
					const [name] = names.filter((one) => !found.includes(one));
					if (name !== undefined) found.push(name);
					return name !== undefined;
				}, 200);
			}
			expect(found.sort()).toEqual(['Patience (status check)', 'Patience (watchdog)']);
		});
	});

	it('says what a helper is before somebody stops it, and what that has done', async () => {
		const start = async (mark: string): Promise<HelpedRun> => {
			const { nodes, ...workflow } = creating(mark, ['sim-endless', 'sim-endless']);
			const apart = nodes.map((node, index) => ({ ...node, position: [index * 220, 0] }));
			return await startParked(bed, { ...workflow, nodes: apart });
		};
		const [noPoller, noKeeper] = [await start('no-poller'), await start('no-keeper')];
		await bed.client.stopExecution(noKeeper.keeper);
		const editor = await bed.editor();
		const open = async ({ workflowId }: HelpedRun, id: string) => {
			await editor.page.goto(`/workflow/${workflowId}/executions/${id}`);
			await editor.part('canvas-node').first().waitFor();
		};

		await open(noPoller, noPoller.poller);
		const text = editor.page.getByText(/This helps execution \d+, which has been waiting in .Create. since/);
		await text.waitFor();
		await editor.picture('helper-note');
		const lowest = async (place: Locator): Promise<number> => {
			const { y = 0, height = 0 } = (await place.boundingBox()) ?? {};
			return y + height;
		};
		const lastWords = editor.page.getByText(/^It ends by itself/);
		expect(await lowest(lastWords)).toBeLessThan(await lowest(editor.part('sticky')));
		const link = editor.page.getByRole('link', { name: noPoller.id, exact: true });
		const path = `/workflow/${noPoller.workflowId}/executions/${noPoller.id}`;
		expect(new URL((await link.getAttribute('href')) ?? '').pathname).toBe(path);
		await bed.client.stopExecution(noPoller.poller);

		for (const [run, words, picture] of [
			[noPoller, 'The waiting was stopped: project', 'stopped-wait'],
			[noKeeper, 'The execution was cancelled manually', 'stopped-watchdog'],
		] as const) {
			await ended(bed, run.id);
			await open(run, run.id);
			const panel = await editor.openPanel('Create');
			await panel.says(words);
			await editor.picture(picture);
			await panel.close();
		}
		await editor.close();
	});
}
