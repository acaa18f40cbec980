import type { Page } from 'playwright-core';

/** Shows one moment of all videos of a page: a picture of one that plays would never be the same twice. */
export async function showMoment(page: Page, second: number): Promise<void> {
	await page.locator('video').first().waitFor();
	await page.evaluate(`Promise.all([...document.querySelectorAll('video')].map(async (video) => {
		const once = async (event) => await new Promise((done) => video.addEventListener(event, done, { once: true }));
		video.autoplay = false;
		video.pause();
		if (video.readyState === 0) {
			video.load();
			await once('loadedmetadata');
		}
		// n8n serves a file whole, in which a browser cannot go to a moment; of what the page itself holds, it can.
		if (video.seekable.length === 0 || video.seekable.end(0) < ${second}) {
			const file = await (await fetch(video.currentSrc)).blob();
			video.src = URL.createObjectURL(file);
			await once('loadedmetadata');
		}
		video.currentTime = ${second};
		await once('seeked');
	}))`);
}
