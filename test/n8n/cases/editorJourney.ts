import { TEST_RESULT } from '../../../nodes/Clip/problems/credentialFaults';
import { blockToPaste } from '../../../tools/docs/paste';
import { CredentialDialog } from '../../../tools/beds/editor/credentialDialog';
import { type Editor } from '../../../tools/beds/editor/editor';
import type { EditorBed } from '../../../tools/beds/editor/editorBed';
import { shows } from '../expecting';

const videoUrl = 'https://www.youtube.com/watch?v=first-run';
const [CREATE, GET] = ['Create Clips', 'Get Clips'];

/** Makes the credential, first with a wrong key. */
async function connect(editor: Editor, { simulator }: EditorBed): Promise<void> {
	await editor.click(editor.part('node-credentials-slot').getByRole('button', { name: /^Connect to/ }));
	const dialog = new CredentialDialog(editor);
	expect(await dialog.text()).toMatch(/Base URL \*.*API Key \*.*Workspace Settings.*Header Name \*/);
	await dialog.fill('baseUrl', simulator.baseUrl);
	await editor.uncounted(async () => {
		await dialog.fill('apiKey', 'no key');
		await dialog.isRefused(TEST_RESULT.key);
	});
	await dialog.fill('apiKey', simulator.apiKey);
	await dialog.fill('headerName', 'SERVICEAI_API_KEY');
	await dialog.isAccepted();
	expect(simulator.ledger).toHaveLength(0);
}

/**
 * The steps of the README, in an n8n without a credential, from the block to paste to the clips with their files; in two halves: the
 * video is processed in between.
 *
 * @param bed - an n8n in which nothing was submitted yet
 */
export function journey(bed: EditorBed): { begin: () => void; end: () => void } {
	let editor: Editor;
	return {
		begin: () =>
			it('pastes the block of the README, connects the account once for both nodes, and executes the second', async () => {
				await bed.forgetCredential();
				editor = await bed.editor();
				await editor.open();
				await editor.paste(blockToPaste());
				const create = await editor.openPanel(CREATE);
				await connect(editor, bed);
				await create.hasCredential();
				await create.fill('videoUrl', videoUrl);
				await create.close();
				const get = await editor.openPanel(GET);
				await get.hasCredential();
				await get.execute();
				expect([editor.clicks, editor.typed]).toEqual([12, 4]);
				await shows(async () => await Promise.resolve(bed.submissionsOf(videoUrl).length), 1);
			}),
		end: () => {
			it('finds the three best clips with their files, and has paid once', async () => {
				const panel = await editor.panel();
				await panel.says('video/mp4');
				// What people choose by stands first.
				expect(await panel.table('viralScore')).toMatch(/3 items rank viralScore viralReason title/);
				expect(bed.submissionsOf(videoUrl)).toHaveLength(1);
			});

			it('executes Get by its own button after a reload, which executes Create again, and has paid once', async () => {
				await (await editor.panel()).close();
				const workflowId = /workflow\/(\w+)/.exec(editor.page.url())?.[1] ?? '';
				await editor.open(workflowId);
				const panel = await editor.openPanel(GET);
				await panel.execute();
				await panel.says('video/mp4');
				expect(bed.submissionsOf(videoUrl)).toHaveLength(1);
				await editor.close();
			});
		},
	};
}
