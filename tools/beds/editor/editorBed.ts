import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { HostOptions } from '../../host';
import { logFileOf } from '../../host/paths';
import { Bed } from '../bed';
import { openBrowser } from './browser';
import { Editor } from './editor';

/** A real n8n with its editor in a real browser. */
export class EditorBed extends Bed {
	private browser: Browser | undefined;
	private context: BrowserContext | undefined;

	/**
	 * @param view - how the browser shows it
	 * @param options - what this n8n is started with
	 */
	constructor(
		private readonly view: BrowserContextOptions = {},
		options: HostOptions = {},
	) {
		super({ logFile: logFileOf('n8n-editor'), ...options }, true);
	}

	/** Starts all, and logs in as the owner. */
	override async open(settings = {}): Promise<void> {
		await super.open(settings);
		const { browser, context } = await openBrowser(this.webhookUrl, this.view);
		this.browser = browser;
		this.context = context;
	}

	/** Ends all, also after a start that failed. */
	override async close(): Promise<void> {
		await this.browser?.close();
		await super.close();
	}

	/** A new tab of the browser. */
	async editor(): Promise<Editor> {
		if (this.context === undefined) throw new TypeError('The test bed is not open.');
		return new Editor(await this.context.newPage());
	}
}
