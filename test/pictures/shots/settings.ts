import { CredentialDialog } from '../../e2e/editor/credentialDialog';
import type { Studio } from '../studio';
import { oneVideo, trigger } from '../workflows';

/** The dialog of a new credential, filled in. It must come first: n8n has no credential then. */
export async function takeCredential(studio: Studio): Promise<void> {
	if (!studio.wants('credential')) return;
	await studio.forgetCredential();
	const { id } = await studio.client.createWorkflow(oneVideo);
	await studio.on(id, async (editor) => {
		await editor.openPanel('Create Clips');
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

/** The trigger, with the address that the service calls. */
export async function takeTrigger(studio: Studio): Promise<void> {
	if (!studio.wants('trigger')) return;
	const { id } = await studio.publish(trigger);
	await studio.on(id, async (editor) => {
		const panel = await editor.openPanel('Clip Trigger');
		await panel.productionUrl();
		await studio.take(editor, 'trigger', { around: editor.part('ndv') });
	});
}
