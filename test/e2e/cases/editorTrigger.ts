/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TEST_COMMAND } from '../../../nodes/Clip/trigger/trigger.fields';
import { projectRoot } from '../../host';
import type { EditorBed } from '../editor/editorBed';
import type { Panel } from '../editor/panel';
import { clipTrigger, flow } from '../flows';

/** The command that docs/trigger.md gives, as a person fills it in. */
function commandOf(url: string, projectId: string): string {
	const page = readFileSync(join(projectRoot(), 'docs/trigger.md'), 'utf8');
	const command = /^curl .*YOUR TEST URL.*$/m.exec(page)?.[0] ?? '';
	expect(command).toBe(TEST_COMMAND);
	return command.replace('20417733', projectId).replace('YOUR TEST URL', url);
}

/** How a person tries the trigger. */
export function triggerEditorCases(bed: EditorBed): void {
	/** Lets the editor listen, and returns the address that the panel shows. */
	const listen = async (panel: Panel): Promise<string> => {
		const url = await panel.testUrl();
		await panel.listen();
		return url;
	};

	it('shows the clips of a delivery to the test URL', async () => {
		const { id } = await bed.save(flow('Listening', [clipTrigger('listening')]));
		await bed.on(id, async (editor) => {
			const panel = await editor.openPanel('Clip Trigger');
			const url = await listen(panel);
			// n8n itself says "Go to Clip and create an event" beside it, which no node can change.
			expect(await panel.text()).toContain(TEST_COMMAND);
			await editor.picture('trigger-listening');
			bed.simulator.configure({ webhookUrl: url });
			await bed.submit('https://www.youtube.com/watch?v=listening');
			bed.simulator.configure({ webhookUrl: null });
			await panel.says(/\d+ items/);
			await panel.says('rank');
			await editor.picture('trigger-clips');
		});
	});

	it('shows the clips of a project that the command of docs/trigger.md names', async () => {
		const projectId = await bed.submit('https://www.youtube.com/watch?v=by-hand');
		bed.simulator.finish(projectId);
		const { id } = await bed.save(flow('By hand', [clipTrigger('by-hand')]));
		await bed.on(id, async (editor) => {
			const panel = await editor.openPanel('Clip Trigger');
			const url = await listen(panel);
			await promisify(execFile)('sh', ['-c', `${commandOf(url, projectId)} --silent --show-error --fail`]);
			await panel.says(/\d+ items/);
			await panel.says(projectId);
		});
	});
}
