/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { basename } from 'node:path';
import { clipTrigger, flow, node, pausingClip } from '../beds/flows';
import { exampleFiles, formOf, formPath, readWorkflow, untilFound, type Workflow } from '../host';
import { CredentialDialog } from '../beds/editor/credentialDialog';
import type { Editor } from '../beds/editor/editor';
import { Tables } from '../beds/tables';
import { showMoment } from './player';
import type { Studio } from './studio';

/** What is done in a tab of its own, for some pictures. */
export type Scene = (studio: Studio, editor: Editor) => Promise<void>;

/** The video that the pictures are about. It is made up, and no ID of YouTube has this length. */
export const videoUrl = 'https://www.youtube.com/watch?v=harbour-lights';

/** The names of the nodes of the README's first clips. */
export const CREATE = 'Create Clips';
export const GET = 'Get Clips';

/** What the README's steps make. */
const oneVideo = flow('Clips of a video', [
	pausingClip(CREATE, { videoUrl }),
	{ ...pausingClip(GET, { operation: 'get', filters: { limit: 3 } }), position: [224, 0] },
]);

/** Executes the workflow that is open, and waits until Create waits. */
async function execute(editor: Editor): Promise<void> {
	const panel = await editor.openPanel(GET);
	await panel.execute();
	await panel.close();
	await editor.node(CREATE).locator('.waiting').waitFor();
}

/** The list of nodes, as the first steps meet it. */
const actions: Scene = async (studio, editor) => {
	await editor.page.setViewportSize({ width: 1100, height: 720 });
	await editor.open();
	await editor.openCreator();
	await editor.search('Clip');
	await editor.click(editor.entry('Clip'));
	await editor.click(editor.part('node-creator-category-item').filter({ hasText: /Actions/ }));
	await editor.entry('Create clips from video').waitFor();
	await studio.take('actions', editor.part('node-creator'));
};

/** The dialog of a new credential, filled in. */
const credential: Scene = async (studio, editor) => {
	await studio.forgetCredential();
	const { id } = await studio.client.createWorkflow(oneVideo);
	await editor.open(id);
	await editor.openPanel(CREATE);
	const slot = editor.part('node-credentials-slot');
	await editor.click(slot.getByRole('button', { name: /^Connect to/ }));
	const dialog = new CredentialDialog(editor);
	await dialog.fill('baseUrl', 'https://api.example.com/service');
	await dialog.fill('apiKey', 'a-key-of-thirty-two-letters-long');
	await dialog.fill('headerName', 'BRAND_API_KEY');
	await editor.part('parameter-input-headerName').locator('input').first().blur();
	await editor.page.setViewportSize({ width: 1100, height: 860 });
	await studio.take('credential', editor.part('editCredential-modal'));
};

/** The trigger, with the address that the service calls. */
const trigger: Scene = async (studio, editor) => {
	const clips = clipTrigger('my-clips', { secret: 'a-password-of-your-own' });
	await studio.show(editor, flow('When clips are ready', [clips]), 1100, 700);
	const panel = await editor.openPanel('Clip Trigger');
	await panel.productionUrl();
	await studio.take('trigger', editor.part('node-parameters'));
};

/** A tool of an AI agent. */
const agentTool: Scene = async (studio, editor) => {
	await studio.show(editor, readWorkflow('examples/clips-by-chat.json'), 1100, 1200);
	await editor.openPanel('Create Clips');
	await studio.take('agent-tool', editor.part('node-parameters'));
};

/** The canvas of each workflow that is offered for import. */
const recipes = exampleFiles().map((file): [string[], Scene] => {
	const name = `recipe-${basename(file, '.json')}`;
	const scene: Scene = async (studio, editor) => {
		await studio.show(editor, readWorkflow(file), 1100, 800);
		const nodes = editor.part('canvas-node').locator('div:visible').or(editor.part('sticky'));
		const drawn = nodes.or(editor.page.locator('.vue-flow__edge path'));
		await studio.take(name, drawn, editor.part('canvas-wrapper'));
	};
	return [[name], scene];
});

/** The page on which a person reviews clips. */
const review: Scene = async (studio, { page }) => {
	const { client, simulator, webhookUrl } = studio;
	const read = (part: string) => readWorkflow(`examples/podcast-to-approved-shorts-${part}.json`);
	const start = async (workflow: Workflow, trigger: string) => {
		const { id } = await studio.save(workflow);
		return async () => {
			await client.waitForExecution((await client.runWorkflow(id, trigger)) ?? '');
		};
	};
	await (
		await start(read('0-set-up'), 'After an Upgrade')
	)();
	const tables = new Tables(() => client);
	const account = 'main';
	await tables.add('Podcast Shows', { show: 'Harbour', account });
	const projectId = await studio.submit(videoUrl);
	simulator.finish(projectId);
	const title = 'Harbour lights';
	const episode = { title, show: 'Harbour', account, status: 'clipping', projectId };
	await tables.add('Podcast Episodes', episode);
	await (
		await start(read('1-clip'), 'Every 15 Minutes')
	)();

	const approve = read('2-approve');
	// The addresses of this n8n are made up, so its login cannot be asked for.
	const open = approve.nodes.map((one) =>
		one.name === 'Review Clips' ? { ...one, parameters: { ...one.parameters, authentication: 'none' } } : one,
	);
	await studio.publish({ ...approve, nodes: open });
	await page.route('https://n8n.example.com/**', async (route) => {
		const { pathname, search } = new URL(route.request().url());
		await route.fulfill({ response: await route.fetch({ url: `${webhookUrl}${pathname}${search}` }) });
	});
	const form = formOf(approve);
	await page.setViewportSize({ width: 620, height: 900 });
	await page.goto(`${webhookUrl}${form === undefined ? '' : formPath(form)}`);
	await page.getByRole('button', { name: 'Show them' }).click();
	await page.getByRole('button', { name: 'Done' }).waitFor();
	await showMoment(page, 1.5);
	await studio.take('podcast-review', page.locator('body'));
};

/** An execution that waits: on the canvas, and in the list beside its status check. */
const waiting: Scene = async (studio, editor) => {
	studio.simulator.configure({ processingSeconds: 1e6 });
	const note = node('Note', 'n8n-nodes-base.stickyNote', {
		position: [-96, 160],
		parameters: {
			content: '**Red frame: n8n is waiting.** Nothing is wrong.',
			width: 290,
			height: 80,
			color: 7,
		},
	});
	const { nodes, ...rest } = oneVideo;
	const workflowId = await studio.show(editor, { ...rest, nodes: [...nodes, note] }, 1100, 740);
	await execute(editor);
	await editor.part('canvas-wrapper').click({ position: { x: 60, y: 120 } });
	const drawn = editor.part('canvas-node').locator('div:visible').or(editor.part('sticky'));
	await studio.take('waiting', drawn, editor.part('canvas-wrapper'));

	const bothWait = async () => {
		const all = await studio.client.listExecutions(workflowId);
		return all.length === 2 && all.every(({ status }) => status === 'waiting') ? all : undefined;
	};
	const both = await untilFound(bothWait, () => 'No status check waits.', 500);
	const [, waits = ''] = both.map(({ id }) => id);
	await editor.page.goto(`/workflow/${workflowId}/executions/${waits}`);
	await editor.part('canvas-node').first().waitFor();
	await studio.take('executions', editor.part('executions-sidebar').or(editor.part('canvas-wrapper')));
};

/** What one execution shows: on the canvas with the three best clips below it, in Create and in Get. */
const run: Scene = async (studio, editor) => {
	const { page } = editor;
	studio.simulator.configure({ processingSeconds: 3 });
	// The logs are open, and take half of the height: three clips need it.
	const logs = '{ N8N_LOGS_PANEL_OPEN: true, N8N_CANVAS_CHAT_HEIGHT: 0.49 }';
	await page.addInitScript(`Object.assign(localStorage, ${logs})`);
	await studio.show(editor, oneVideo, 1034, 850);
	await execute(editor);
	await editor.node(GET).getByTestId('canvas-node-status-success').waitFor();
	const third = editor.part('logs-details-body').locator('tbody tr').nth(2);
	await third.waitFor();
	await editor.click(editor.part('zoom-to-fit'));
	await studio.take('canvas', editor.part('canvas-wrapper').or(third));

	const both = editor.part('node-parameters').or(editor.part('output-panel'));
	await page.setViewportSize({ width: 1240, height: 900 });
	const create = await editor.openPanel(CREATE);
	await create.says('ready');
	// n8n remembers it for the other panels.
	await create.shift(-200);
	await editor.click(create.output.getByText('Schema', { exact: true }));
	const clips = create.output.getByTestId('run-data-schema-item').filter({ hasText: /^\s*clips\s*$/ });
	await editor.click(clips.first().locator('.toggle'));
	await studio.take('create', both);
	await create.close();

	await page.setViewportSize({ width: 1500, height: 760 });
	const get = await editor.openPanel(GET);
	await get.shift(-120);
	await get.table('viralScore');
	await studio.take('get', both);
	await page.evaluate('localStorage.N8N_LOGS_PANEL_OPEN = false');
};

/** What is done for which pictures. The run comes last: n8n remembers how panels were moved. */
export const scenes: Array<[pictures: string[], scene: Scene]> = [
	[['credential'], credential],
	[['actions'], actions],
	[['trigger'], trigger],
	[['agent-tool'], agentTool],
	...recipes,
	[['podcast-review'], review],
	[['waiting', 'executions'], waiting],
	[['create', 'get', 'canvas'], run],
];
