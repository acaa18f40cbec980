import type { Page } from 'playwright-core';
import type { Area } from './area';
import textsSeen from './seen.cjs';

/** What no picture may show: addresses of this machine, signed links, keys, paths of a home. */
const SECRET = /127\.0\.0\.1|localhost|Signature=|Expires=|\/(home|root|tmp|work|Users)\/|[0-9a-f]{40}/;

/** Links of the simulator for pictures. */
const MADE_UP = /https:\/\/clips\.example\.com\S*/g;

/**
 * What a part of a page shows to the eye and should not.
 *
 * @param page - the page
 * @param area - the part
 */
export async function leaksIn(page: Page, area: Area): Promise<string[]> {
	const texts = await page.evaluate(textsSeen, area);
	return texts
		.filter((text) => SECRET.test(text.replace(MADE_UP, '')))
		.map((text) => text.trim().slice(0, 80));
}
