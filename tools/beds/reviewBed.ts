import type { Browser, BrowserContext, Page } from 'playwright-core';
import { formOf, formPath, type Workflow } from '../host';
import { openBrowser } from './editor/browser';
import { RecipeBed } from './recipeBed';

/** What a person decides about the first clips of a page, from top to bottom; a new title may come with it. */
export type Decisions = ReadonlyArray<{ choice: 'Post' | 'Never' | 'Later'; title?: string }>;

/** A real n8n, what the recipes send to, and a browser in which a person reviews clips. */
export class ReviewBed extends RecipeBed {
	private tabs: { browser: Browser; context: BrowserContext } | undefined;

	constructor() {
		// The pages of forms come with the editor.
		super({}, true);
	}

	override async open(): Promise<void> {
		await super.open();
		this.tabs = await openBrowser(this.webhookUrl, { viewport: { width: 800, height: 1000 } });
	}

	override async close(): Promise<void> {
		await this.tabs?.browser.close();
		await super.close();
	}

	/** Opens the form of a workflow in a tab of its own, which has a button. */
	async formPage(workflow: Workflow, button: string): Promise<Page> {
		if (this.tabs === undefined) throw new TypeError('The browser is not open.');
		const tab = await this.tabs.context.newPage();
		const form = formOf(workflow);
		await tab.goto(form === undefined ? '' : formPath(form), { waitUntil: 'commit' });
		const [allow, ready] = ['Allow access', button].map((name) => tab.getByRole('button', { name }));
		if (allow === undefined || ready === undefined) throw new TypeError('No button.');
		// n8n asks once whether the form may know who its reader is.
		await allow.or(ready).waitFor();
		if (await allow.isVisible()) await allow.click();
		await ready.waitFor();
		return tab;
	}

	/** Opens the review page of a workflow in a tab of its own. */
	async reviewPage(workflow: Workflow): Promise<Page> {
		const tab = await this.formPage(workflow, 'Show them');
		await tab.getByRole('button', { name: 'Show them' }).click();
		await tab.getByRole('button', { name: 'Done' }).waitFor();
		return tab;
	}
}

/** The titles of the clips on a review page, from top to bottom. */
export const titlesOn = async (tab: Page): Promise<string[]> =>
	(await tab.locator('h2').allInnerTexts()).map((text) => text.replace(/^\d+\. /, ''));

/** Decides about clips on a review page, closes it, and gives what the last page says. */
export async function decide(tab: Page, decisions: Decisions): Promise<string> {
	for (const [index, { choice, title }] of decisions.entries()) {
		await tab.locator('select').nth(index).selectOption({ label: choice });
		if (title !== undefined) await tab.locator('input[type="text"]').nth(index).fill(title);
	}
	await tab.getByRole('button', { name: 'Done' }).click();
	await tab.getByText('Thank you').waitFor();
	const said = await tab.locator('body').innerText();
	await tab.close();
	return said;
}
