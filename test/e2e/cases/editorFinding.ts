import { shows } from '../editor/editor';
import type { EditorBed } from '../editor/editorBed';

const words = [
	'clip',
	'video',
	'video clipping',
	'shorts',
	'reels',
	'viral',
	'subtitles',
	'captions',
	'highlights',
	'youtube',
	'tiktok',
	'podcast',
	'repurpose',
	'ai video',
];

/** How a person finds the nodes. */
export function findingCases(bed: EditorBed): void {
	it('are found under what people search for, by name, icon and purpose', async () => {
		const editor = await bed.editor();
		await editor.open();
		await editor.openCreator();
		for (const word of words) {
			const clip = editor.entry('Clip');
			// Nothing that was found before may count.
			await editor.search('no such node');
			await clip.waitFor({ state: 'hidden' });
			await editor.search(word);
			await clip.waitFor();
			expect((await clip.innerText()).replace(/\s+/g, ' ')).toContain(
				'Turn long videos into short clips ranked by viral score, and start workflows when clips are ready',
			);
			expect(await clip.locator('img').first().getAttribute('src')).toMatch(/clip(\.dark)?\.svg$/);
		}
		await editor.picture('creator');
		await editor.close();
	});

	it('offer each action in words that say what it does, and no other', async () => {
		const editor = await bed.editor();
		await editor.open();
		await editor.openCreator();
		await editor.search('clip');
		await editor.click(editor.entry('Clip'));
		// On an empty canvas n8n shows what starts a workflow, and keeps the actions folded up.
		await editor.click(editor.part('node-creator-category-item').filter({ hasText: /Actions/ }));
		const offered = async () =>
			(await editor.part('item-iterator-item').allInnerTexts()).map((text) => text.trim());
		await shows(
			async () => (await offered()).sort(),
			[
				'Create clips from a video',
				'Download the file of a clip',
				'Get the clips of a project',
				'On clips ready',
				'On clips ready or project failed',
				'Wait for the clips of a project',
			],
		);
		await editor.picture('actions');
		await editor.close();
	});
}
