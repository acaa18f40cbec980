import type { EditorBed } from '../editor/editorBed';
import { addOfN8n, addOurs, effortOf, ours, videoUrl } from '../editor/threeNodes';
import { type Editor, shows } from '../editor/editor';

/** From an empty canvas to downloaded clips, in two halves: the video is processed in between. */
export function clickCases(bed: EditorBed): { begin: () => void; end: () => void } {
	let editor: Editor;
	return {
		begin: () =>
			it('are named after their actions, and need one click and one text more than three of n8n', async () => {
				const other = await bed.editor();
				await addOfN8n(other);
				const least = effortOf(other);
				await other.close();

				editor = await bed.editor();
				await addOurs(editor);
				expect(effortOf(editor)).toEqual({ clicks: least.clicks + 1, typed: least.typed + 1 });
				expect(editor.typed).toBe(2);
				for (const action of ours.actions) await editor.node(action).waitFor({ state: 'attached' });
				await (await editor.panel()).execute();
				await shows(async () => await Promise.resolve(bed.submissionsOf(videoUrl).length), 1);
				await editor.picture('three-nodes');
			}),
		end: () =>
			it('give the files of all clips, which takes 14 clicks and two texts in all', async () => {
				const panel = await editor.panel();
				await panel.says('video/mp4');
				const told = await panel.table('viralScore');
				await editor.picture('three-nodes-downloaded');
				// What people choose by stands first.
				expect(told).toMatch(/\d+ items rank viralScore title projectId .* fileName /);
				expect(bed.submissionsOf(videoUrl)).toHaveLength(1);
				expect(effortOf(editor)).toEqual({ clicks: 14, typed: 2 });
				await editor.close();
			}),
	};
}
