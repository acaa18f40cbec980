import type { Locator } from 'playwright-core';
import { untilFound } from '../../host';
import { type Editor, patience } from './editor';

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
		let said = '';
		// What it told before may still be there, with details of its own.
		const look = async () => {
			said = await this.text();
			if (await told.isVisible()) return said;
			if (await more.isVisible()) await more.click({ timeout: 1_000 }).catch(() => undefined);
			return undefined;
		};
		return await untilFound(
			look,
			() => `The dialog does not say ${String(expected)}. It says: ${said}`,
			250,
			patience,
		);
	}

	/** What the dialog says. */
	async text(): Promise<string> {
		return (await this.dialog.innerText()).replace(/\s+/g, ' ');
	}

	/** Waits until n8n has tested the credential, found it good and closed the dialog. */
	async succeeds(): Promise<void> {
		await this.dialog.waitFor({ state: 'hidden' }).catch(async () => {
			throw new Error(`The dialog is still open. It says: ${await this.text()}`);
		});
	}
}
