import { shows } from '../editor/editor';
import type { EditorBed } from '../editor/editorBed';
import { flow, node } from '../flows';

const agent = () => ({
	...node('AI Agent', '@n8n/n8n-nodes-langchain.agent', { typeVersion: 2.2 }),
	position: [224, 0],
});

const chat = () =>
	node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger', { typeVersion: 1.1, webhookId: 'chat' });

/** How a person gives the nodes to an AI agent. */
export function toolCases(bed: EditorBed): void {
	it('is found among the tools, offers what an agent can do, and runs by itself', async () => {
		const { id } = await bed.save(flow('Agent', [chat(), agent()]));
		await bed.on(id, async (editor) => {
			await editor.openTools('AI Agent');
			await editor.search('clip');
			await editor.click(editor.entry('Clip Tool'));
			const panel = await editor.panel();
			await editor.page.getByText('Defined automatically by the model').waitFor();
			const texts = await panel.text();
			expect(texts).toContain('Leave it off');
			expect(texts).not.toContain('Next, add');
			const labels = await panel.labels();
			expect(labels).toContain('Description for the Model');
			expect(labels).not.toContain('Wait Mode');
			await editor.node('Create clips from a video in Clip').waitFor({ state: 'attached' });
			await editor.click(panel.parameter('operation'));
			await shows(async () => await panel.offered(), ['Create', 'Get', 'Wait']);
			await editor.page.keyboard.press('Escape');

			await editor.picture('tool');
			await panel.hasCredential();
			await panel.execute();
			const form = editor.part('fromAiParameters-modal');
			await form.locator('input').first().fill('https://www.youtube.com/watch?v=by-the-model');
			await editor.click(form.getByRole('button', { name: 'Execute step' }));
			await form.waitFor({ state: 'hidden' });
			await panel.says(/processing/);
			await editor.picture('tool-executed');
			expect(bed.submissionsOf('by-the-model')).toHaveLength(1);
		});
	});
}
