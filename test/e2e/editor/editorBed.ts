/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync } from 'node:fs';
import {
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	chromium,
	selectors,
} from 'playwright-core';
import { HostError, type HostOptions, owner } from '../../host';
import { logFileOf } from '../../host/paths';
import { Bed } from '../bed';
import { Editor, patience } from './editor';

const SWITCHES = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

const BROWSERS = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine. */
function browserPath(): string {
	const found = process.env.CHROMIUM_PATH ?? BROWSERS.find((file) => existsSync(file));
	if (found !== undefined) return found;
	throw new HostError(
		'No browser was found. Install Chromium (Debian: apt-get install chromium) or Google Chrome, or set CHROMIUM_PATH to its executable.',
	);
}

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
		selectors.setTestIdAttribute('data-test-id');
		this.browser = await chromium.launch({ executablePath: browserPath(), args: SWITCHES });
		this.context = await this.browser.newContext({
			baseURL: this.webhookUrl,
			viewport: { width: 1440, height: 1000 },
			colorScheme: 'light',
			...this.view,
		});
		this.context.setDefaultTimeout(patience);
		// n8n ties a login to the name that a browser gives itself.
		const name = 'tests';
		await this.context.addInitScript(`localStorage.setItem('n8n-browserId', '${name}')`);
		await this.context.request.post('/rest/login', {
			failOnStatusCode: true,
			headers: { 'browser-id': name },
			data: { emailOrLdapLoginId: owner.email, password: owner.password },
		});
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
