import type { Editor } from '../editor/editor';
import type { EditorBed } from '../editor/editorBed';

const videoUrl = 'https://www.youtube.com/watch?v=few-clicks';

const ours = {
	app: 'Clip',
	actions: ['Create clips from a video', 'Get the clips of a project', 'Download the file of a clip'],
} as const;

/** Nodes of n8n itself that have a trigger beside them, resources and operations, as ours have. */
const builtIn = { app: 'ClickUp', actions: ['Create a task', 'Get a task', 'Update a task'] } as const;

/** How much a person does. */
interface Effort {
	clicks: number;
	typed: number;
}

/**
 * Adds three nodes to an empty canvas, each by its action: the app of the first one is searched, those of the others are
 * chosen from n8n's list, so that nothing is typed again. Panels are closed with a key.
 *
 * @param atFirst - what is done in the first panel
 */
async function addThree(
	editor: Editor,
	{ app, actions }: { app: string; actions: readonly [string, string, string] },
	atFirst: () => Promise<void> = async () => await Promise.resolve(),
): Promise<void> {
	const [first, ...others] = actions;
	await editor.open();
	await editor.openCreator();
	await editor.search(app);
	await editor.click(editor.entry(app));
	// On an empty canvas n8n keeps the actions folded up; a chosen one brings a manual trigger along.
	await editor.click(editor.part('node-creator-category-item').filter({ hasText: /Actions/ }));
	await editor.click(editor.entry(first));
	await editor.panel();
	await atFirst();
	let before: string = first;
	for (const action of others) {
		await editor.page.keyboard.press('Escape');
		await editor.part('ndv').waitFor({ state: 'hidden' });
		await editor.openCreator(before);
		await editor.click(editor.entry('Action in an app'));
		await editor.click(editor.entry(app));
		await editor.click(editor.entry(action));
		await editor.panel();
		before = action;
	}
}

const effortOf = ({ clicks, typed }: Editor): Effort => ({ clicks, typed });

/** From an empty canvas to downloaded clips, in two halves: the video is processed in between. */
export function clickCases(bed: EditorBed): { begin: () => void; end: () => void } {
	let editor: Editor;
	return {
		begin: () =>
			it('are named after their actions, and need one click and one text more than three of n8n', async () => {
				const other = await bed.editor();
				await addThree(other, builtIn);
				const least = effortOf(other);
				await other.close();

				editor = await bed.editor();
				await addThree(editor, ours, async () => await (await editor.panel()).fill('videoUrl', videoUrl));
				expect(effortOf(editor)).toEqual({ clicks: least.clicks + 1, typed: least.typed + 1 });
				expect(editor.typed).toBe(2);
				for (const action of ours.actions) await editor.node(action).waitFor({ state: 'attached' });
				await (await editor.panel()).execute();
				await editor.picture('three-nodes');
			}),
		end: () =>
			it('give the files of all clips, which takes 14 clicks and two texts in all', async () => {
				const panel = await editor.panel();
				const told = await panel.says('video/mp4');
				await editor.picture('three-nodes-downloaded');
				// What people choose by stands first.
				expect(told).toMatch(/\d+ items rank .* viralScore .* title .* projectId .* fileName /);
				expect(bed.submissionsOf(videoUrl)).toHaveLength(1);
				expect(effortOf(editor)).toEqual({ clicks: 14, typed: 2 });
				await editor.close();
			}),
	};
}
