import { exampleFiles, readWorkflow } from '../../host';
import type { Editor } from '../editor/editor';
import type { EditorBed } from '../editor/editorBed';

/** Each workflow that is offered for import. */
export function exampleEditorCases(bed: EditorBed): void {
	let editor: Editor;
	beforeAll(async () => {
		editor = await bed.editor();
		await editor.open();
	});
	afterAll(async () => await editor.close());

	it.each(exampleFiles().map((file) => [readWorkflow(file).name, file]))(
		'"%s" opens with all its nodes and nothing to mend but credentials',
		async (name, file) => {
			const workflow = readWorkflow(file);
			const { id } = await bed.save(workflow);
			await editor.goTo(id, name);
			for (const node of workflow.nodes) {
				if (node.type.endsWith('.stickyNote')) continue;
				await editor.node(node.name).waitFor();
			}
			await editor.picture(`example-${name}`);
			// So n8n draws a node that it does not know.
			expect(await editor.part('canvas-node').getByText('?', { exact: true }).count()).toBe(0);
			for (const mark of await editor.part('node-issues').all()) {
				await mark.hover();
				// What has the role of a tooltip is empty where the tooltip holds a list.
				const tooltip = editor.page.locator('.titled-list:visible').first();
				await tooltip.waitFor();
				expect(await tooltip.innerText()).toMatch(/^Issues?:?\s*(Credentials for .* are not set\.\s*)+$/i);
				await editor.page.mouse.move(0, 0);
				await tooltip.waitFor({ state: 'hidden' });
			}
		},
	);
}
