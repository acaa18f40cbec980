/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync } from 'node:fs';
import {
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	chromium,
	selectors,
} from 'playwright-core';
import { HostError, localhost, owner } from '../../host';

const SWITCHES = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-background-networking',
	// A page of n8n's public address plays the simulator's clips, which are on this machine: newer browsers refuse that.
	'--disable-features=LocalNetworkAccessChecks',
];

const BROWSERS = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** How long n8n's pages may take for one step, in milliseconds: it takes a second or two on a quiet machine. */
export const patience = 3 * 60_000;

/** The browser of this machine. */
function browserPath(): string {
	const found = process.env.CHROMIUM_PATH ?? BROWSERS.find((file) => existsSync(file));
	if (found !== undefined) return found;
	throw new HostError(
		'No browser was found. Install Chromium (Debian: apt-get install chromium) or Google Chrome, or set CHROMIUM_PATH to its executable.',
	);
}

/**
 * Starts a browser in which the owner of an n8n is logged in.
 *
 * @param baseURL - of the n8n
 * @param view - how the browser shows it
 */
export async function openBrowser(
	baseURL: string,
	view: BrowserContextOptions = {},
): Promise<{ browser: Browser; context: BrowserContext }> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({ executablePath: browserPath(), args: SWITCHES });
	const context = await browser.newContext({
		baseURL,
		viewport: { width: 1440, height: 1000 },
		colorScheme: 'light',
		...view,
	});
	context.setDefaultTimeout(patience);
	// Forms ask for a font elsewhere, and are not done before they have it, or a refusal.
	const isElsewhere = ({ hostname }: URL) => hostname !== localhost;
	await context.route(isElsewhere, async (route) => await route.abort());
	// n8n ties a login to the name that a browser gives itself.
	const name = 'tests';
	await context.addInitScript(`localStorage.setItem('n8n-browserId', '${name}')`);
	await context.request.post('/rest/login', {
		failOnStatusCode: true,
		headers: { 'browser-id': name },
		data: { emailOrLdapLoginId: owner.email, password: owner.password },
	});
	return { browser, context };
}
