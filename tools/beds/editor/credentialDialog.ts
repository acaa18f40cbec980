import type { Locator } from 'playwright-core';
import type { Editor } from './editor';

/** The dialog in which a credential is made or changed. */
export class CredentialDialog {
	constructor(private readonly editor: Editor) {}

	private get dialog(): Locator {
		return this.editor.part('editCredential-modal');
	}

	/** What the dialog says. */
	async text(): Promise<string> {
		return (await this.dialog.innerText()).replace(/\s+/g, ' ');
	}

	/** Types into a field. */
	async fill(field: 'apiKey' | 'baseUrl' | 'headerName', text: string): Promise<void> {
		const input = this.dialog.getByTestId(`parameter-input-${field}`).locator('input').first();
		await this.editor.click(input);
		await input.fill(text);
		this.editor.typed += 1;
	}

	private async save(): Promise<void> {
		await this.editor.click(this.editor.part('credential-save-button'));
	}

	/** Saves what n8n's test does not accept, and waits until the dialog says why. */
	async isRefused(why: string): Promise<void> {
		await this.save();
		await this.editor.click(this.dialog.getByText('More details'));
		await this.dialog.filter({ hasText: why }).waitFor();
	}

	/** Saves, and waits until n8n has tested the credential, found it good and closed the dialog. */
	async isAccepted(): Promise<void> {
		await this.save();
		await this.dialog.waitFor({ state: 'hidden' });
	}
}
