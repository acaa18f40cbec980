import { addNodes, effortOf } from '../editor/adding';
import { CredentialDialog } from '../editor/credentialDialog';
import { type Editor, shows } from '../editor/editor';
import type { EditorBed } from '../editor/editorBed';

const videoUrl = 'https://www.youtube.com/watch?v=first-run';
const actions = ['Create clips from video', 'Get clips of project'];

/** Makes the credential, first with a wrong key. */
async function connect(editor: Editor, { simulator }: EditorBed): Promise<void> {
	await editor.click(editor.part('node-credentials-slot').getByRole('button', { name: /^Connect to/ }));
	const dialog = new CredentialDialog(editor);
	expect(await dialog.text()).toMatch(/Base URL \*.*API Key \*.*Workspace Settings.*Header Name \*/);
	await dialog.fill('baseUrl', simulator.baseUrl);
	await dialog.fill('apiKey', 'no key');
	await dialog.isRefused(/The service rejected the key. Check 'API Key' and 'Header Name'/);
	await dialog.fill('apiKey', simulator.apiKey);
	await dialog.isAccepted();
	expect(simulator.ledger).toHaveLength(0);
}

/**
 * From an empty canvas of an n8n without a credential to downloaded clips, in two halves: the video is processed in between.
 *
 * @param bed - an n8n in which nothing was submitted yet
 */
export function journey(bed: EditorBed): { begin: () => void; end: () => void } {
	let editor: Editor;
	return {
		begin: () =>
			it('connects the account, and gets from an empty canvas to the clips with ten clicks and two texts', async () => {
				await bed.forgetCredential();
				editor = await bed.editor();
				await addNodes(editor, 'Clip', actions, async (panel, action) => {
					if (action === actions[0]) {
						await editor.uncounted(async () => await connect(editor, bed));
						await panel.hasCredential();
						await panel.fill('videoUrl', videoUrl);
					} else {
						await panel.hasCredential();
						await panel.toggle('downloadFiles');
					}
				});
				expect(effortOf(editor)).toEqual({ clicks: 10, typed: 2 });
				for (const action of actions) await editor.node(action).waitFor({ state: 'attached' });
				await (await editor.panel()).execute();
				await shows(async () => await Promise.resolve(bed.submissionsOf(videoUrl).length), 1);
			}),
		end: () => {
			it('finds the clips with their files in the table, best first, and has paid once', async () => {
				const panel = await editor.panel();
				await panel.says('video/mp4');
				// What people choose by stands first.
				expect(await panel.table('viralScore')).toMatch(/\d+ items rank viralScore viralReason title/);
				expect(bed.submissionsOf(videoUrl)).toHaveLength(1);
			});

			it('executes Get by its own button after a reload, which executes Create again, and has paid once', async () => {
				const [, get = ''] = actions;
				await (await editor.panel()).close();
				const workflowId = /workflow\/(\w+)/.exec(editor.page.url())?.[1] ?? '';
				await editor.open(workflowId);
				const panel = await editor.openPanel(get);
				await panel.execute();
				await panel.says('video/mp4');
				expect(bed.submissionsOf(videoUrl)).toHaveLength(1);
				await editor.close();
			});
		},
	};
}
