import type { Locator, Page } from 'playwright-core';
import { until } from '../../host';
import { patience } from './browser';
import type { Editor } from './editor';

/** The open panel of a node. */
export class Panel {
	constructor(private readonly editor: Editor) {}

	private get page(): Page {
		return this.editor.page;
	}

	parameter(name: string): Locator {
		return this.editor.part(`parameter-input-${name}`);
	}

	async fill(name: string, text: string): Promise<void> {
		const input = this.parameter(name).locator('input, textarea').first();
		await this.editor.click(input);
		await input.fill(text);
		await input.blur();
		this.editor.typed += 1;
	}

	/** Waits until a new node has its credential. n8n asks its server for it first; whoever runs the node before that runs it without. */
	async hasCredential(): Promise<void> {
		const chosen = this.editor.part('node-credentials-select').locator('input').first();
		await until(async () => (await chosen.inputValue()).includes('Video Clipping'), 50, patience);
	}

	/** The names of what an open list offers. */
	async offered(): Promise<string[]> {
		const options = this.page.locator('[role="option"]:visible');
		return (await options.allInnerTexts()).map((text) => text.trim().split('\n')[0] ?? '');
	}

	/** The labels of all parameters, from top to bottom. */
	async labels(): Promise<string[]> {
		const labels = this.editor.part('node-parameters').locator('label:visible');
		return (await labels.allInnerTexts())
			.map((text) => text.split('\n')[0]?.trim() ?? '')
			.filter((text) => text !== '');
	}

	/** Where the last parameter ends, in pixels from the top of the page. */
	async bottom(): Promise<number> {
		const { y = 0, height = 0 } =
			(await this.editor.part('node-parameters').locator('.parameter-item').last().boundingBox()) ?? {};
		return y + height;
	}

	/** What came out, or why nothing did. */
	get output(): Locator {
		return this.editor.part('output-panel');
	}

	/** Presses the button at the top. */
	async execute(): Promise<void> {
		await this.editor.click(this.editor.part('node-execute-button').first());
	}

	/** Waits until the output says something. */
	async says(words: string | RegExp): Promise<string> {
		await this.output.filter({ hasText: words }).waitFor();
		return (await this.output.innerText()).replace(/\s+/g, ' ');
	}

	/** What the table of the output says. n8n may show the files first. It is no click that a person needs, so none is counted. */
	async table(words: string | RegExp): Promise<string> {
		await this.output.getByText('Table', { exact: true }).click();
		return await this.says(words);
	}

	/** The address that listens while a trigger is tested. */
	async testUrl(): Promise<string> {
		const panel = this.editor.part('ndv');
		await this.editor.click(panel.getByText('Webhook URLs', { exact: true }));
		return (await panel.getByText(/^http\S+\/webhook-test\//).innerText()).trim();
	}

	/** Shows the address that the service calls once the workflow is published. */
	async productionUrl(): Promise<void> {
		const panel = this.editor.part('ndv');
		await this.editor.click(panel.getByText('Webhook URLs', { exact: true }));
		await this.editor.click(panel.getByText('Production URL', { exact: true }));
	}

	/** Presses 'Test this trigger', and waits until n8n listens. */
	async listen(): Promise<void> {
		await this.editor.click(this.output.getByText('Test this trigger'));
		await this.editor.part('ndv').getByText('Listening for test event').waitFor();
	}

	/** Moves the parameters to the side, which leaves more room for the output. */
	async shift(pixels: number): Promise<void> {
		const { x = 0, y = 0 } = (await this.editor.part('panel-drag-button').boundingBox()) ?? {};
		await this.page.mouse.move(x + 10, y + 10);
		await this.page.mouse.down();
		await this.page.mouse.move(x + 10 + pixels, y + 10, { steps: 5 });
		await this.page.mouse.up();
	}

	async close(): Promise<void> {
		await this.editor.click(this.editor.part('ndv-close-button'));
		await this.editor.part('ndv').waitFor({ state: 'hidden' });
	}
}
