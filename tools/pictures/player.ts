import type { Page } from 'playwright-core';

/**
 * Shows one moment of all videos of a page: a picture of one that plays would never be the same twice. A film that comes whole, from n8n or
 * from the simulator, has no moments to go to, so each is played until there.
 */
export async function showMoment(page: Page, second: number): Promise<void> {
	await page.locator('video').first().waitFor();
	await page.evaluate(`Promise.all([...document.querySelectorAll('video')].map(async (video) => {
		video.autoplay = false;
		video.muted = true;
		if (video.currentTime > ${second}) video.load();
		await video.play();
		while (video.currentTime < ${second}) await new Promise(requestAnimationFrame);
		video.pause();
	}))`);
}
