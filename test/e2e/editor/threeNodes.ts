import type { Editor } from './editor';
import type { Panel } from './panel';

/** What is typed into the first of our nodes. */
export const videoUrl = 'https://www.youtube.com/watch?v=few-clicks';

/** Our nodes, as n8n's list of nodes calls them. */
export const ours = {
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
 * @param inPanel - what is done in the panel of each
 */
async function addThree(
	editor: Editor,
	{ app, actions }: { app: string; actions: readonly [string, string, string] },
	inPanel: (panel: Panel, action: string) => Promise<void> = async () => await Promise.resolve(),
): Promise<void> {
	const [first, ...others] = actions;
	await editor.open();
	await editor.openCreator();
	await editor.search(app);
	await editor.click(editor.entry(app));
	// On an empty canvas n8n keeps the actions folded up; a chosen one brings a manual trigger along.
	await editor.click(editor.part('node-creator-category-item').filter({ hasText: /Actions/ }));
	await editor.click(editor.entry(first));
	await inPanel(await editor.panel(), first);
	let before: string = first;
	for (const action of others) {
		await editor.page.keyboard.press('Escape');
		await editor.part('ndv').waitFor({ state: 'hidden' });
		await editor.openCreator(before);
		await editor.click(editor.entry('Action in an app'));
		await editor.click(editor.entry(app));
		await editor.click(editor.entry(action));
		await inPanel(await editor.panel(), action);
		before = action;
	}
}

/** How much was done in an editor so far. */
export const effortOf = ({ clicks, typed }: Editor): Effort => ({ clicks, typed });

/** Adds three of our nodes, the first one with a video. */
export const addOurs = async (editor: Editor): Promise<void> =>
	await addThree(editor, ours, async (panel, action) => {
		await panel.hasCredential();
		if (action === ours.actions[0]) await panel.fill('videoUrl', videoUrl);
	});

/** Adds three nodes of n8n itself, of one app. */
export const addOfN8n = async (editor: Editor): Promise<void> => await addThree(editor, builtIn);
