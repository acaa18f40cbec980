import type { Locator } from 'playwright-core';
import type { Editor } from './editor';

/** The dialog in which a credential is made or changed. */
export class CredentialDialog {
	constructor(private readonly editor: Editor) {}

	private get dialog(): Locator {
		return this.editor.part('editCredential-modal');
	}

	/** Types into a field. */
	async fill(field: 'apiKey' | 'baseUrl' | 'headerName', text: string): Promise<void> {
		const input = this.dialog.getByTestId(`parameter-input-${field}`).locator('input').first();
		await this.editor.click(input);
		await input.fill(text);
	}

	/** Saves, which also tests. */
	async save(): Promise<void> {
		await this.editor.click(this.editor.part('credential-save-button'));
	}

	/** Saves what n8n does not accept, and returns what it then says. */
	async saveAndRead(expected: RegExp): Promise<string> {
		await this.save();
		const more = this.dialog.getByText('More details');
		const told = this.dialog.filter({ hasText: expected });
		await told.or(more).first().waitFor();
		if (await more.isVisible()) await this.editor.click(more);
		await told.waitFor();
		return await this.text();
	}

	/** What the dialog says. */
	async text(): Promise<string> {
		return (await this.dialog.innerText()).replace(/\s+/g, ' ');
	}

	/** Waits until n8n has tested the credential, found it good and closed the dialog. */
	async succeeds(): Promise<void> {
		await this.dialog.waitFor({ state: 'hidden' });
	}
}
