/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { NOTHING_DONE } from '../../../nodes/Clip/problems/items';
import { NOTHING_CHARGED, told } from '../../rules/given/texts';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TEST_COMMAND } from '../../../nodes/Clip/trigger/trigger.parameters';
import { projectRoot, type Workflow } from '../../../tools/host';
import { type Editor } from '../../../tools/beds/editor/editor';
import type { EditorBed } from '../../../tools/beds/editor/editorBed';
import type { Panel } from '../../../tools/beds/editor/panel';
import { clipTrigger, flow, node, pausingClip, startWith } from '../../../tools/beds/flows';
import { shows } from '../expecting';

/** What a person sees of what runs. */
export function runCases(bed: EditorBed, tab: () => Editor): void {
	/** Saves a workflow, and opens the panel of one of its nodes. */
	const panelOf = async (workflow: Workflow, name: string): Promise<Panel> => {
		const { id } = await bed.save(workflow);
		await tab().goTo(id, workflow.name);
		return await tab().openPanel(name);
	};

	it('a trigger shows the clips of the project that its test command names', async () => {
		const secret = 'a-password';
		const projectId = await bed.submit('https://www.youtube.com/watch?v=by-hand');
		bed.simulator.finish(projectId);
		const panel = await panelOf(flow('By hand', [clipTrigger('by-hand', { secret })]), 'Clip Trigger');
		const page = readFileSync(join(projectRoot(), 'docs/trigger.md'), 'utf8');
		expect(page).toContain(`\n${TEST_COMMAND}\n`);
		const url = await panel.testUrl();
		const command = TEST_COMMAND.replace('20417733', projectId)
			.replace('YOUR_TEST_URL', url)
			.replace('YOUR_SECRET', secret);
		await panel.listen();
		await promisify(execFile)('sh', ['-c', `${command} --silent --show-error --fail`]);
		await panel.says(/\d+ items/);
		await panel.says(projectId);
		await panel.close();
	});

	it('an error tells what happened, for the money too, in words of the service as well', async () => {
		const videoUrl = 'https://media.example.com/refused/sim-too-short/talk.mp4';
		const videos = startWith('Videos', [{ videoUrl }]);
		const create = pausingClip('Create', { operation: 'create', videoUrl: '={{ $json.videoUrl }}' });
		const panel = await panelOf(flow('Refused', [...videos, create]), 'Create');
		await panel.execute();
		const said = await panel.says(told('create', 4005).title);
		expect(said).toContain(NOTHING_CHARGED);
		expect(said).not.toMatch(/\[object|\[item|undefined| at .*\.js/);
		expect(said).not.toContain(bed.simulator.apiKey);
		await panel.close();
	});

	it('an expression that fails is explained by n8n, and the title says what it means for the money', async () => {
		const fails = "={{ $('Later').first().json.videoUrl }}";
		const create = pausingClip('Create', { operation: 'create', videoUrl: fails });
		const nodes = [
			...startWith('Videos', [{}]),
			create,
			node('Later', 'n8n-nodes-base.noOp', { position: [0, 200] }),
		];
		const panel = await panelOf(flow('Fails', nodes), 'Create');
		await panel.execute();
		const said = await panel.says(NOTHING_DONE.submit.money);
		// Of what n8n itself says of such an expression, the title is a part only.
		expect(said).toContain("Node 'Later' hasn't been executed");
		expect(said).toContain("There is no connection back to the node 'Later'");
		await panel.close();
	});

	it('a tool is found among the tools, offers what an agent can do, and runs by itself', async () => {
		const chat = node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger', {
			typeVersion: 1.1,
			webhookId: 'chat',
		});
		const agent = node('AI Agent', '@n8n/n8n-nodes-langchain.agent', { typeVersion: 2.2 });
		const { id } = await bed.save(flow('Agent', [chat, { ...agent, position: [224, 0] }]));
		const editor = tab();
		await editor.goTo(id, 'Agent');
		await editor.openTools('AI Agent');
		await editor.search('clip');
		await editor.click(editor.entry('Clip Tool'));
		const panel = await editor.panel();
		await editor.page.getByText('Defined automatically by the model').waitFor();
		expect(await panel.labels()).toContain('Description for the Model');
		await editor.click(panel.parameter('operation'));
		await shows(async () => await panel.offered(), ['Create Clips', 'Get Clips', 'Wait for Clips']);
		await editor.page.keyboard.press('Escape');
		await panel.hasCredential();
		await panel.execute();
		const form = editor.part('fromAiParameters-modal');
		await form.locator('input').first().fill('https://www.youtube.com/watch?v=by-the-model');
		await editor.click(form.getByRole('button', { name: 'Execute step' }));
		await form.waitFor({ state: 'hidden' });
		await panel.says(/processing/);
		expect(bed.submissionsOf('by-the-model')).toHaveLength(1);
	});

	it('a paused execution says that it waits, and its status check says whose it is', async () => {
		const projectId = await bed.submit('https://www.youtube.com/watch?v=paused&sim-endless');
		const wait = { operation: 'wait', options: { maxWait: 60, pollInterval: 3_000 } };
		const workflow = flow('Paused', [
			...startWith('Projects', [{ projectId }]),
			pausingClip('Patience', wait),
		]);
		const { id } = await bed.save(workflow);
		const editor = await bed.editor();
		await editor.open(id);
		await editor.click(editor.part('execute-workflow-button').first());
		await editor.node('Patience').locator('.waiting').waitFor();
		const panel = await editor.openPanel('Patience');
		await panel.says('survives a restart');
		await panel.close();

		await editor.click(editor.part('radio-button-executions'));
		const entries = editor.page.locator('[data-test-id^="execution-details-"]:visible');
		await entries.nth(1).waitFor();
		// The newest comes first.
		await editor.click(entries.nth(0));
		// n8n sets quotation marks of its own.
		const note = /status check for execution \d+ and its node .Patience./;
		await editor.page.getByText(note).waitFor();
		const [waiting] = (await bed.client.listExecutions(id)).filter(({ mode }) => mode === 'manual');
		const link = editor.page.getByRole('link', { name: `execution ${waiting?.id ?? '?'}`, exact: true });
		const path = `/workflow/${id}/executions/${waiting?.id ?? '?'}`;
		expect(new URL((await link.getAttribute('href')) ?? '').pathname).toBe(path);
		await bed.client.stopExecution(waiting?.id ?? '');
		await editor.close();
	});
}
