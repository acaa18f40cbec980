import { typePrefix, type Workflow } from '../../../tools/host';
import { type Editor } from '../../../tools/beds/editor/editor';
import type { EditorBed } from '../../../tools/beds/editor/editorBed';
import { clipTrigger, node } from '../../../tools/beds/flows';
import { shows } from '../expecting';

const purpose =
	'Turn long videos into short clips ranked by viral score, and start workflows when clips are ready';

const videoUrl = 'https://www.youtube.com/watch?v=panels';

/** The parameters of nodes by their names, and what n8n shows under each. */
const gallery: Array<[string, Record<string, unknown>, string]> = [
	['Create', { operation: 'create', videoUrl }, 'Submit and wait'],
	['Submit', { operation: 'create', videoUrl, waitForClips: false }, 'Submit only'],
	['Wait', { operation: 'wait' }, 'Wait for clips'],
	['Get', { operation: 'get' }, 'Get clips'],
	['Project', { operation: 'get', options: { output: 'project' } }, 'Get project'],
];

/** The rows of their panels, below the credential. */
const panels = {
	Create: [
		...['Operation', 'Video URL', 'Aspect Ratio', 'Preferred Length', 'Language', 'Wait Until Ready'],
		...['Additional Fields', 'Options'],
	],
	Wait: ['Operation', 'Project ID', 'Options'],
	Get: ['Operation', 'Project ID', 'Download Files', 'Simplify', 'Filters', 'Options'],
	'Clip Trigger': ['Event', 'Secret', 'Simplify', 'Options'],
};

const galleryOf = (): Workflow => ({
	name: 'Gallery',
	nodes: [
		{ ...clipTrigger('gallery'), position: [-224, 0] },
		...gallery.map(([name, parameters], row) =>
			node(name, `${typePrefix}clip`, { parameters, position: [0, row * 160] }),
		),
	],
	connections: {},
});

/** What a person sees before anything runs: the list of nodes, the canvas and the panels. */
export function lookCases(bed: EditorBed, tab: () => Editor): void {
	it('finds the nodes by what people search for, with their icon and purpose', async () => {
		const editor = tab();
		await editor.open();
		await editor.openCreator();
		const clip = editor.entry('Clip');
		for (const word of ['clip', 'shorts', 'cut video', 'youtube clips', 'youtube shorts']) {
			// Nothing that was found before may count.
			await editor.search('no such node');
			await clip.waitFor({ state: 'hidden' });
			await editor.search(word);
			await clip.waitFor();
			expect((await clip.innerText()).replace(/\s+/g, ' ')).toContain(purpose);
			expect(await clip.locator('img').first().getAttribute('src')).toMatch(/clip(\.dark)?\.svg$/);
		}
	});

	it('finds each action in words that say what it does, and no other', async () => {
		const editor = tab();
		await editor.click(editor.entry('Clip'));
		// On an empty canvas n8n shows what starts a workflow, and keeps the actions folded up.
		await editor.click(editor.part('node-creator-category-item').filter({ hasText: /Actions/ }));
		const offered = async () =>
			(await editor.part('item-iterator-item').allInnerTexts()).map((text) => text.trim()).sort();
		await shows(offered, [
			'Create clips from video',
			'Get clips of project',
			'On clips ready',
			'On clips ready or project failed',
			'Wait for clips of project',
		]);
	});

	describe('looks at the panels, and', () => {
		beforeAll(async () => {
			// As a person made it: a pace that the tests set would be an option that the panel shows.
			const { id } = await bed.save(galleryOf(), (workflow) => workflow);
			await tab().page.setViewportSize({ width: 1440, height: 900 });
			await tab().goTo(id, 'Gallery');
		});
		afterEach(async () => {
			if (await tab().part('ndv').isVisible()) await (await tab().panel()).close();
		});

		it('reads under each node what it does', async () => {
			for (const [name, , caption] of [...gallery, ['Clip Trigger', {}, 'Clips ready'] as const]) {
				await shows(async () => (await tab().captions(name)).slice(0, 2), [name, caption]);
			}
		});

		it.each(Object.entries(panels))('sees all of %s at once on a page of 900 pixels', async (name, rows) => {
			const panel = await tab().openPanel(name);
			await shows(async () => await panel.labels(), ['Credential', ...rows]);
			expect(await panel.bottom()).toBeLessThan(900);
		});
	});
}
