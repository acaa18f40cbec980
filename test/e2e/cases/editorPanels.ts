import { typePrefix, type Workflow } from '../../host';
import type { EditorBed } from '../editor/editorBed';
import { type Editor, shows } from '../editor/editor';
import { clipTrigger, node } from '../flows';

const video = 'https://www.youtube.com/watch?v=panels';

const clipNode = (name: string, parameters: Record<string, unknown>, row: number) => ({
	...node(name, `${typePrefix}clip`, { parameters }),
	position: [0, row * 160],
});

/** One node for each thing that the nodes do, side by side. */
const gallery: Workflow = {
	name: 'Gallery',
	nodes: [
		{ ...clipTrigger('gallery'), position: [-224, 0] },
		clipNode('One', { operation: 'create', videoUrl: video, options: {} }, 0),
		clipNode('Two', { operation: 'create', videoUrl: video, waitForClips: false, options: {} }, 1),
		clipNode('Three', { operation: 'wait' }, 2),
		clipNode('Four', { operation: 'get' }, 3),
		clipNode('Five', { operation: 'get', options: { output: 'project' } }, 4),
		clipNode('Six', { operation: 'download' }, 5),
		clipNode('Unfinished', { operation: 'create' }, 6),
	],
	connections: {},
};

const submission = [
	'Credential',
	'Operation',
	'Video URL',
	'Aspect Ratio',
	'Preferred Length',
	'Language',
	'Wait for Clips',
	'Additional Fields',
	'Options',
];

/** What each panel shows, from top to bottom. */
const panels: Record<string, string[]> = {
	One: submission,
	Two: submission,
	Three: ['Credential', 'Operation', 'Project ID', 'Options'],
	Four: ['Credential', 'Operation', 'Project ID', 'Download Files', 'Filters', 'Options'],
	Six: ['Credential', 'Operation', 'Video URL', 'Put Output File in Field', 'Options'],
	'Clip Trigger': ['Credential', 'Event', 'Secret', 'Options'],
};

/** What a collection offers, in the order in which it is offered. */
const collections: Record<string, string[][]> = {
	One: [
		[
			'Auto B-Roll',
			'Auto Emoji',
			'Clip Model',
			'Custom Fields (JSON)',
			'File Extension',
			'Headline',
			'Highlight Words in Subtitles',
			'Keywords to Find',
			'Max Clip Number',
			'Project Name',
			'Remove Silence',
			'Subtitles',
			'Template ID',
			'Video Type',
		],
		[
			'Max Rate Limit Wait (Minutes)',
			'Max Wait (Minutes)',
			'Poll Interval (Seconds)',
			'Submissions per Minute',
			'Wait Mode',
		],
	],
	Four: [
		['Limit', 'Min Viral Score'],
		['If Not Ready', 'Max Wait (Minutes)', 'Output', 'Poll Interval (Seconds)'],
	],
	Six: [['Downloads at Once', 'File Name', 'Max Size (MB)', 'Max Time (Minutes)', 'Refresh Expired Link']],
	'Clip Trigger': [['Ignore Duplicates', 'Limit', 'Max Wait (Minutes)', 'Min Viral Score', 'Output']],
};

/** What a person sees of each operation. */
export function panelCases(bed: EditorBed): void {
	let editor: Editor;
	beforeAll(async () => {
		// As a person made it: a pace that the tests set would be an option that the panel shows.
		const { id } = await bed.save(gallery, (workflow) => workflow);
		editor = await bed.editor();
		await editor.page.setViewportSize({ width: 1440, height: 1600 });
		await editor.open(id);
	});
	afterAll(async () => await editor.close());
	afterEach(async () => {
		if (await editor.part('ndv').isVisible()) await (await editor.panel()).close();
	});

	it.each([
		['One', 'Create clips'],
		['Two', 'Submit video'],
		['Three', 'Wait for clips'],
		['Four', 'Get clips'],
		['Five', 'Get project'],
		['Six', 'Download file'],
		['Clip Trigger', 'Clips ready'],
	])('says under the node %s on the canvas: %s', async (name, subtitle) => {
		await shows(async () => (await editor.captions(name)).slice(0, 2), [name, subtitle]);
	});

	it('marks a node whose link is missing before it runs, and no other', async () => {
		await editor.node('Unfinished').getByTestId('node-issues').waitFor();
		await shows(async () => await editor.part('node-issues').count(), 1);
		await editor.node('Unfinished').getByTestId('node-issues').hover();
		await editor.page.getByText('Parameter "Video URL" is required.').waitFor();
		for (const scheme of ['light', 'dark'] as const) {
			await editor.page.emulateMedia({ colorScheme: scheme });
			await editor.picture(`canvas-${scheme}`);
		}
		await editor.page.emulateMedia({ colorScheme: 'light' });
	});

	it.each(Object.entries(panels))(
		'shows in the panel of %s what people need, in order',
		async (name, labels) => {
			const panel = await editor.openPanel(name);
			await shows(async () => await panel.labels(), labels);
			for (const scheme of ['light', 'dark'] as const) {
				await editor.page.emulateMedia({ colorScheme: scheme });
				await editor.picture(`panel-${name}-${scheme}`);
			}
			await editor.page.emulateMedia({ colorScheme: 'light' });
		},
	);

	it.each(Object.entries(collections))('offers in the collections of %s just these', async (name, wanted) => {
		const panel = await editor.openPanel(name);
		for (const [index, options] of wanted.entries()) {
			const add = editor.part('collection-parameter-add').nth(index);
			await editor.click(add);
			await shows(async () => await panel.offered(), options);
			await editor.page.keyboard.press('Escape');
			await panel.options().first().waitFor({ state: 'hidden' });
		}
	});

	it('offers four operations, and none of the helpers', async () => {
		const panel = await editor.openPanel('Four');
		await editor.click(panel.parameter('operation'));
		await shows(async () => await panel.offered(), ['Create', 'Download', 'Get', 'Wait']);
		await editor.picture('operations');
		await editor.page.keyboard.press('Escape');
	});

	it('tells in the panel of the trigger which address goes where', async () => {
		const panel = await editor.openPanel('Clip Trigger');
		const told = "choose 'Production URL', and copy it into the workspace settings";
		await shows(async () => (await panel.text()).includes(told), true);
	});
}
