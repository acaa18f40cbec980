/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	chromium,
	selectors,
} from 'playwright-core';
import { type HostOptions, owner, projectRoot, quiet } from '../../host';
import { logFileOf } from '../../host/paths';
import { Bed } from '../bed';
import { ensureChromium } from './chromium';
import { Editor, patience } from './editor';

const SWITCHES = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-dev-shm-usage',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Where the pictures go that a person may look at; git ignores it. */
const pictures = () => join(projectRoot(), '.test-results', 'editor');

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
		super({ logFile: logFileOf('n8n-editor'), ...options });
	}

	/** Starts all, and logs in as the owner. */
	override async open(settings = {}): Promise<void> {
		await super.open(settings);
		const { executablePath, env } = await ensureChromium(quiet);
		const environment = Object.entries({ ...process.env, ...env });
		selectors.setTestIdAttribute('data-test-id');
		this.browser = await chromium.launch({
			executablePath,
			args: SWITCHES,
			env: Object.fromEntries(
				environment.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
			),
		});
		this.context = await this.browser.newContext({
			baseURL: this.webhookUrl,
			viewport: { width: 1440, height: 1000 },
			colorScheme: 'light',
			...this.view,
		});
		this.context.setDefaultTimeout(patience);
		const page = await this.context.newPage();
		await page.goto('/signin');
		await page.locator('input[type="email"]').fill(owner.email);
		await page.locator('input[type="password"]').fill(owner.password);
		await page.locator('input[type="password"]').press('Enter');
		await page.waitForURL((url) => url.pathname !== '/signin');
		await page.close();
	}

	/** Ends all, also after a start that failed. */
	override async close(): Promise<void> {
		await this.browser?.close();
		await super.close();
	}

	/** A new tab of the browser. */
	async editor(): Promise<Editor> {
		if (this.context === undefined) throw new TypeError('The test bed is not open.');
		mkdirSync(pictures(), { recursive: true });
		return new Editor(await this.context.newPage(), pictures());
	}

	/** Runs something in a tab of its own, on a saved workflow. */
	async on<T>(workflowId: string, work: (editor: Editor) => Promise<T>): Promise<T> {
		const editor = await this.editor();
		try {
			await editor.open(workflowId);
			return await work(editor);
		} finally {
			await editor.close();
		}
	}
}
