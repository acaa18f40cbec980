import type { Route } from 'playwright-core';
import { z } from 'zod/v3';
import { readWorkflow, typePrefix, until, type Workflow } from '../host';
import { CredentialDialog } from '../e2e/editor/credentialDialog';
import type { Editor } from '../e2e/editor/editor';
import { clipTrigger, flow, node, pausingClip } from '../e2e/flows';
import { recipes } from './names';
import { videoUrl } from './stories';
import type { Studio } from './studio';

/** The names that n8n gives to the nodes of the README's five steps. */
export const [START, CREATE, GET] = [
	'When clicking ‘Execute workflow’',
	'Create clips from a video',
	'Get the clips of a project',
] as const;

const inARow = (name: string, nodes: Workflow['nodes']): Workflow =>
	flow(
		name,
		nodes.map((one, index) => ({ ...one, position: [index * 224, 0] })),
	);

/** What the README's five steps make. */
export const fiveSteps = (create: object, get: object = {}): Workflow =>
	inARow('Clips of a video', [
		node(START, 'n8n-nodes-base.manualTrigger'),
		pausingClip(CREATE, { additionalFields: {}, ...create }),
		pausingClip(GET, { operation: 'get', ...get }),
	]);

const oneVideo = fiveSteps({ videoUrl });

/** The canvas with everything on it, without what floats over it. */
const canvasOf = (editor: Editor) => [
	...['canvas-node', 'sticky', 'canvas-handle-plus'].map((id) => editor.part(id)),
	editor.page.locator('.vue-flow__edge path'),
	// The names below the nodes.
	editor.part('canvas-node').locator('div:visible'),
];

/** The list of nodes, as the first of the five steps meets it. */
async function actions(studio: Studio): Promise<void> {
	const editor = await studio.editor();
	await editor.open();
	await editor.openCreator();
	await editor.search('Clip');
	await editor.click(editor.entry('Clip'));
	await editor.click(editor.part('node-creator-category-item').filter({ hasText: /Actions/ }));
	await editor.entry(CREATE).waitFor();
	await studio.take(editor, 'actions', {
		around: editor.part('node-creator'),
		page: { width: 1100, height: 720 },
	});
	await editor.close();
}

/** The dialog of a new credential, filled in. */
async function credential(studio: Studio): Promise<void> {
	await studio.forgetCredential();
	const { id } = await studio.client.createWorkflow(oneVideo);
	await studio.on(id, async (editor) => {
		await editor.openPanel(CREATE);
		await editor
			.part('node-credentials-slot')
			.getByRole('button', { name: /^Connect to/ })
			.click();
		const dialog = new CredentialDialog(editor);
		await dialog.fill('baseUrl', 'https://api.example.com/service');
		await dialog.fill('apiKey', 'a-key-of-thirty-two-letters-long');
		await editor.part('parameter-input-apiKey').locator('input').first().blur();
		const page = { width: 1100, height: 860 };
		await studio.take(editor, 'credential', { around: editor.part('editCredential-modal'), page });
	});
}

/** Executes the workflow that is open, and waits for its clips: n8n looks for what waits once a minute. */
export async function execute(editor: Editor): Promise<void> {
	await editor.click(editor.part('execute-workflow-button').first());
	await editor.node(CREATE).locator('.waiting').waitFor();
}

/** What one execution shows: on the canvas, in Create and in Get. */
async function run(studio: Studio): Promise<void> {
	studio.simulator.configure({ processingSeconds: 3 });
	const editor = await studio.show(oneVideo);
	await execute(editor);
	await editor.node(GET).getByTestId('canvas-node-status-success').waitFor();
	await canvas(studio, editor);

	const parts = [editor.part('node-parameters'), editor.part('output-panel')];
	const page = { width: 1240, height: 860 };
	await editor.page.setViewportSize(page);
	const create = await editor.openPanel(CREATE);
	await create.says('ready');
	// n8n remembers it for the other panels.
	await create.shift(-200);
	await editor.click(create.output.getByText('Schema', { exact: true }));
	const clips = create.output.getByTestId('run-data-schema-item').filter({ hasText: /^\s*clips\s*$/ });
	await editor.click(clips.first().locator('.toggle'));
	await studio.take(editor, 'create', { around: parts, page });
	await create.close();

	const wider = { width: 1500, height: 760 };
	await editor.page.setViewportSize(wider);
	const get = await editor.openPanel(GET);
	await get.shift(-120);
	await editor.click(editor.part('collection-parameter-add').first());
	await editor.click(editor.part('collection-parameter-option').filter({ hasText: 'Limit' }));
	await get.fill('limit', '3');
	await get.execute();
	await get.says('3 items');
	await get.table('viralScore');
	await studio.take(editor, 'get', { around: parts, page: wider });
	await editor.close();
}

/** The canvas, and below it the three best clips. */
async function canvas(studio: Studio, editor: Editor): Promise<void> {
	const page = { width: 1034, height: 850 };
	await editor.page.setViewportSize(page);
	if (!(await editor.part('logs-overview-body').isVisible())) {
		await editor.click(editor.part('logs-overview-header'));
	}
	// The node that ran last may be chosen already, and a click would undo that.
	const row = editor.part('logs-overview-body').getByText(GET);
	const details = editor.part('logs-details-body');
	const chosen = async () => {
		const isOpen = await details.isVisible();
		if (!isOpen) await row.click();
		return isOpen;
	};
	await until(chosen, 1_500, 60_000);
	const { mouse } = editor.page;
	const { x = 0, y = 0 } = (await editor.part('logs-panel').boundingBox()) ?? {};
	await mouse.move(x + 500, y);
	await mouse.down();
	await mouse.move(x + 500, y - 160, { steps: 5 });
	await mouse.up();
	await editor.click(editor.part('zoom-to-fit'));
	const third = details.locator('tbody tr').nth(2);
	await studio.take(editor, 'canvas', { around: [editor.part('canvas-wrapper'), third], page });
}

/** An execution that waits, its status check, and what becomes of it when its status check is stopped. */
async function waiting(studio: Studio): Promise<void> {
	studio.simulator.configure({ processingSeconds: 1e6 });
	const { id: workflowId } = await studio.save(oneVideo, (same) => same);
	const id = (await studio.client.runWorkflow(workflowId, START)) ?? '';
	let check = '';
	const paused = async () => {
		const all = await studio.client.listExecutions(workflowId);
		check = all.find((one) => one.id !== id)?.id ?? '';
		return check !== '' && all.every(({ status }) => status === 'waiting');
	};
	await until(paused, 500, 60_000);
	const editor = await studio.editor();
	const open = async (execution: string) => {
		await editor.page.goto(`/workflow/${workflowId}/executions/${execution}`);
		await editor.part('canvas-node').first().waitFor();
	};
	const list = {
		around: ['executions-sidebar', 'canvas-wrapper'].map((id) => editor.part(id)),
		page: { width: 1100, height: 740 },
	};
	await open(id);
	await studio.take(editor, 'executions', list);
	await open(check);
	await editor.page.getByText(/^It ends by itself/).waitFor();
	await studio.take(editor, 'helper-note', list);
	await studio.client.stopExecution(check);
	await studio.client.waitForExecution(id);
	await open(id);
	const panel = await editor.openPanel(CREATE);
	await panel.says('The execution was cancelled manually');
	await studio.take(editor, 'stopped-check', {
		around: editor.part('output-panel'),
		page: { width: 1100, height: 400 },
	});
	await editor.close();
}

/** The trigger, with the address that the service calls. */
async function trigger(studio: Studio): Promise<void> {
	const chosen = { secret: 'a-password-of-your-own' };
	const { id } = await studio.publish(inARow('When clips are ready', [clipTrigger('my-clips', chosen)]));
	await studio.on(id, async (editor) => {
		const panel = await editor.openPanel('Clip Trigger');
		await panel.productionUrl();
		await studio.take(editor, 'trigger', { around: editor.part('node-parameters') });
	});
}

/** A tool of an AI agent. */
async function agentTool(studio: Studio): Promise<void> {
	const editor = await studio.show(readWorkflow(recipes().get('recipe-clips-by-chat') ?? ''));
	await editor.openPanel('Create Clips');
	await studio.take(editor, 'agent-tool', {
		around: editor.part('node-parameters'),
		page: { width: 1100, height: 1200 },
	});
	await editor.close();
}

const nodeTypes = z.array(z.object({ name: z.string(), credentials: z.unknown() }).passthrough());

/** Tells the editor that nodes of others need no credential: a reader has chosen theirs. */
async function withoutCredentials(route: Route): Promise<void> {
	const response = await route.fetch();
	const types = nodeTypes.parse(await response.json());
	const json = types.map(({ credentials, ...type }) =>
		type.name.startsWith(typePrefix) ? { ...type, credentials } : type,
	);
	await route.fulfill({ response, json });
}

/** The canvas of a workflow that is offered for import. */
const recipe =
	(name: string, file: string) =>
	async (studio: Studio): Promise<void> => {
		const { id } = await studio.save(readWorkflow(file), (same) => same);
		const editor = await studio.editor();
		await editor.page.route('**/types/nodes.json*', withoutCredentials);
		const page = { width: 1100, height: 800 };
		await editor.page.setViewportSize(page);
		await editor.open(id);
		// The one with a chat has its panel open below.
		const within = editor.part('canvas-wrapper');
		await studio.take(editor, name, { around: canvasOf(editor), within, margin: 24, page });
		await editor.close();
	};

/** What is done for which pictures. The credential comes first: n8n has none yet. The run comes last: n8n remembers how panels were moved. */
export const scenes: Array<{ names: string[]; take: (studio: Studio) => Promise<void> }> = [
	{ names: ['credential'], take: credential },
	{ names: ['actions'], take: actions },
	{ names: ['trigger'], take: trigger },
	{ names: ['agent-tool'], take: agentTool },
	...[...recipes()].map(([name, file]) => ({ names: [name], take: recipe(name, file) })),
	{ names: ['executions', 'helper-note', 'stopped-check'], take: waiting },
	{ names: ['create', 'canvas', 'get'], take: run },
];
