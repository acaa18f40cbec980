import { credentialFor, withCredential } from '../../host';
import { freePort } from '../../host/ports';
import { CredentialDialog } from '../editor/credentialDialog';
import type { EditorBed } from '../editor/editorBed';
import { clip, flow, startWith } from '../flows';

const link = (mark: string) => `https://media.example.com/${mark}/talk.mp4`;

const oneVideo = (name: string, ...videoUrls: string[]) =>
	flow(name, [
		...startWith(
			'Videos',
			videoUrls.map((videoUrl) => ({ videoUrl })),
		),
		clip('Create', { operation: 'create', videoUrl: '={{ $json.videoUrl }}' }),
	]);

/** How errors look to the person who made them. */
export function errorCases(bed: EditorBed): void {
	/** Runs a saved workflow, and returns what the output of its Create node then says. */
	const failureOf = async (id: string, title: RegExp, picture: string): Promise<string> =>
		await bed.on(id, async (editor) => {
			const panel = await editor.openPanel('Create');
			await panel.execute();
			const said = await panel.says(title);
			await editor.picture(`error-${picture}`);
			expect(said).not.toMatch(/\[object|undefined| at .*\.js/);
			expect(said).not.toContain(bed.simulator.apiKey);
			return said;
		});

	it('tells in the output that the key is wrong, and what to do about it', async () => {
		const { type, data } = credentialFor(bed.simulator);
		const wrong = await bed.client.createCredential({
			name: 'Wrong key',
			type,
			data: { ...data, apiKey: 'no key' },
		});
		const { id } = await bed.client.createWorkflow(
			withCredential(oneVideo('Wrong key', link('wrong-key')), wrong),
		);
		const said = await failureOf(id, /rejected the API key|key/i, 'wrong-key');
		expect(said).toMatch(/The service says/);
		await bed.client.deleteCredential(wrong.id);
	});

	it('tells which item has a wrong link, before anything is sent', async () => {
		const { id } = await bed.save(oneVideo('Wrong link', link('wrong-link'), 'not a link'));
		const said = await failureOf(id, /'Video URL' must be/, 'wrong-link');
		expect(said).toContain('[item 1]');
		expect(said).toContain('Nothing was sent to the service and nothing was charged.');
		expect(bed.submissionsOf('wrong-link')).toEqual([]);
	});

	it('tells that the service refused the video, in its own words too', async () => {
		const { id } = await bed.save(oneVideo('Refused', link('refused/sim-too-short')));
		const said = await failureOf(id, /The service cannot use this video/, 'refused');
		expect(said).toContain('video is shorter than 1 minute');
	});

	it('tells which project failed', async () => {
		const { id } = await bed.save(oneVideo('Failed', link('failed/sim-clipping-fails')));
		const said = await failureOf(id, /fail/, 'failed-project');
		expect(said).toContain(bed.submissionsOf('failed/')[0]?.projectId ?? 'no project');
		expect(said).toContain('Whether the failed project costs minutes is not documented');
	});

	it('tells in the dialog of the credential whether the key or the address is wrong', async () => {
		const { id } = await bed.save(oneVideo('Dialog', link('dialog')));
		const spent = bed.simulator.ledger.length;
		await bed.on(id, async (editor) => {
			await editor.openPanel('Create');
			await editor.click(editor.part('credential-edit-button'));
			const dialog = new CredentialDialog(editor);
			await dialog.fill('apiKey', 'no key');
			await dialog.saveAndRead(/The service rejected the key. Check 'API Key' and 'Header Name'/);
			await editor.picture('credential-wrong-key');
			await dialog.fill('baseUrl', bed.simulator.origin);
			await dialog.saveAndRead(/does not answer like the video clipping service. Check 'Base URL'/);
			await editor.picture('credential-wrong-address');
			await dialog.fill('baseUrl', `http://127.0.0.1:${await freePort()}/service`);
			await dialog.saveAndRead(/ECONNREFUSED/);
			await dialog.fill('baseUrl', bed.simulator.baseUrl);
			await dialog.fill('apiKey', bed.simulator.apiKey);
			await dialog.save();
			await editor.page.getByText('Connection tested successfully').waitFor();
		});
		expect(bed.simulator.ledger).toHaveLength(spent);
	});
}
