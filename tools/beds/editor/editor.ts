import type { Locator, Page } from 'playwright-core';
import { until } from '../../host';
import { patience } from './browser';
import { Panel } from './panel';

/** One tab with n8n's editor, used as a person uses it. */
export class Editor {
	/** How often the mouse was pressed. */
	clicks = 0;

	/** How many texts were typed. */
	typed = 0;

	constructor(readonly page: Page) {
		// A workflow that was changed but not saved asks before it goes.
		page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
	}

	/** What n8n's own tests go by; hidden copies of it are left out. */
	part(id: string): Locator {
		return this.page.locator(`[data-test-id="${id}"]:visible`);
	}

	/** Presses the mouse, and counts. */
	async click(place: Locator): Promise<void> {
		await place.click();
		this.clicks += 1;
	}

	/** Does what a person does only once, whatever is built. */
	async uncounted(work: () => Promise<void>): Promise<void> {
		const { clicks, typed } = this;
		await work();
		[this.clicks, this.typed] = [clicks, typed];
	}

	/** Opens a saved workflow, or an empty canvas. */
	async open(workflowId = 'new'): Promise<void> {
		await this.page.goto(`/workflow/${workflowId}`);
		const first = workflowId === 'new' ? 'canvas-add-button' : 'canvas-node';
		await this.part(first).first().waitFor();
	}

	/**
	 * Goes on to another saved workflow inside the editor, as a link of its own does: to load the editor anew takes ten times
	 * as long. What was changed before must be saved.
	 */
	async goTo(workflowId: string, workflowName: string): Promise<void> {
		if (this.page.url() === 'about:blank') return await this.open(workflowId);
		const path = JSON.stringify(`/workflow/${workflowId}`);
		await this.page.evaluate(
			`history.pushState({}, '', ${path}); dispatchEvent(new PopStateEvent('popstate', { state: {} }));`,
		);
		await this.part('workflow-name-input').filter({ hasText: workflowName }).waitFor();
	}

	/** Pastes nodes onto the canvas that is open. */
	async paste(text: string): Promise<void> {
		await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
		await this.page.keyboard.press('ControlOrMeta+v');
		await this.part('canvas-node').first().waitFor();
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** What stands under a node. */
	async captions(name: string): Promise<string[]> {
		await this.node(name).waitFor();
		return (await this.node(name).innerText()).split('\n').filter((line) => line !== '');
	}

	/** Opens a node's panel with a double click. */
	async openPanel(name: string): Promise<Panel> {
		await this.node(name).dblclick();
		this.clicks += 2;
		return await this.panel();
	}

	/** The panel that is open. */
	async panel(): Promise<Panel> {
		await this.part('ndv').waitFor();
		return new Panel(this);
	}

	/** Opens the list of nodes of an empty canvas. */
	async openCreator(): Promise<void> {
		await this.openList(this.part('canvas-add-button').first());
	}

	/**
	 * Opens the list of the tools for an agent.
	 *
	 * n8n loads the code of its lists when the first one is opened. Code that arrives late lays the list of AI nodes over
	 * the tools (n8n 2.41). So this opens the list, closes it, and opens it again.
	 */
	async openTools(agent: string): Promise<void> {
		const plus = this.node(agent)
			.locator('[data-connection-type="ai_tool"]')
			.getByTestId('canvas-handle-plus');
		await this.openList(plus);
		// Pressed before the list listens to keys, it does nothing.
		await until(
			async () => {
				await this.page.keyboard.press('Escape');
				return await this.part('node-creator').isHidden();
			},
			500,
			patience,
		);
		await this.openList(plus);
		await this.part('nodes-list-header').filter({ hasText: 'Tools' }).waitFor();
	}

	private async openList(plus: Locator): Promise<void> {
		await this.click(plus);
		await this.part('node-creator-search-bar').waitFor();
	}

	/** Types into the search of the list of nodes. */
	async search(words: string): Promise<void> {
		await this.part('node-creator-search-bar').fill(words);
		this.typed += 1;
	}

	/** An entry of the list of nodes or of their actions. */
	entry(name: string): Locator {
		const title = this.page.locator('[data-test-id="node-creator-item-name"]', {
			hasText: new RegExp(`^\\s*${name}\\s*$`),
		});
		return this.part('item-iterator-item').filter({ has: title });
	}

	async close(): Promise<void> {
		await this.page.close();
	}
}
