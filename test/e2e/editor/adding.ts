import type { Editor } from './editor';
import type { Panel } from './panel';

/** How much a person does. */
export interface Effort {
	clicks: number;
	typed: number;
}

/** How much was done in an editor so far. */
export const effortOf = ({ clicks, typed }: Editor): Effort => ({ clicks, typed });

/**
 * Adds nodes of one app to an empty canvas, each by its action: the app of the first one is searched, those of the others are
 * chosen from n8n's list, so that nothing is typed again. Panels are closed with a key, all but the last one.
 *
 * @param inPanel - what is done in the panel of each
 */
export async function addNodes(
	editor: Editor,
	app: string,
	[first = '', ...others]: readonly string[],
	inPanel: (panel: Panel, action: string) => Promise<void> = async () => await Promise.resolve(),
): Promise<void> {
	await editor.open();
	await editor.openCreator();
	await editor.search(app);
	await editor.click(editor.entry(app));
	// On an empty canvas n8n keeps the actions of an app that has triggers folded up; a chosen one brings a manual trigger along.
	const folded = editor.part('node-creator-category-item').filter({ hasText: /Actions/ });
	await folded.waitFor();
	if (!(await editor.entry(first).isVisible())) await editor.click(folded);
	await editor.click(editor.entry(first));
	await inPanel(await editor.panel(), first);
	let before = first;
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
