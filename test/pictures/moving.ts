/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '../host';
import { FOLDER } from './names';
import { CREATE, execute, fiveSteps, GET } from './scenes';
import { videoUrl } from './stories';
import type { Studio } from './studio';

/** How large the moving picture is, in pixels. */
const size = { width: 1000, height: 620 };

/** From a link to a clip that plays, as one moving picture. */
export async function takeMoving(studio: Studio): Promise<void> {
	studio.simulator.configure({ processingSeconds: 3 });
	const editor = await studio.show(
		fiveSteps({ videoUrl: '' }, { downloadFiles: true, filters: { limit: 3 } }),
	);
	const { page } = editor;
	await page.setViewportSize(size);
	const frames: Buffer[] = [];
	const delay: number[] = [];
	const hold = async (milliseconds: number) => {
		const whole = await studio.look(page, { around: page.locator('body') });
		frames.push(await sharp(whole).resize(size.width).toBuffer());
		delay.push(milliseconds);
	};
	const caption = async (text: string) =>
		await page.evaluate(`(() => {
			const bar = document.querySelector('#caption') ?? document.body.appendChild(document.createElement('div'));
			bar.id = 'caption';
			bar.textContent = ${JSON.stringify(text)};
			bar.style = 'position: fixed; inset: auto 0 0; z-index: 99999; padding: 10px; text-align: center;'
				+ 'font: 600 20px sans-serif; color: white; background: #5b3df5';
		})()`);

	const create = await editor.openPanel(CREATE);
	await create.shift(-300);
	await caption('1. Paste the link to a long video');
	await hold(1_000);
	const input = create.parameter('videoUrl').locator('input');
	for (const length of [12, 24, 36, videoUrl.length]) {
		await input.fill(videoUrl.slice(0, length));
		await hold(length === videoUrl.length ? 1_500 : 150);
	}
	await create.close();

	await editor.click(editor.part('zoom-to-fit'));
	await caption('2. Execute the workflow');
	await hold(800);
	await execute(editor);
	await caption('3. It waits, minutes to hours, and blocks nothing (cut short here)');
	for (let frame = 0; frame < 10; frame += 1) await hold(200);
	await editor.node(GET).getByTestId('canvas-node-status-success').waitFor();
	await caption('4. The clips come, best first');
	await hold(1_000);
	const get = await editor.openPanel(GET);
	await get.table('viralScore');
	await hold(3_000);

	await editor.click(get.output.getByText('Binary', { exact: true }));
	await caption('5. Each with its file, ready to post');
	await hold(1_200);
	await editor.click(get.output.getByText('View', { exact: true }).first());
	await page.locator('video').waitFor();
	for (let second = 0; second < 6; second += 1) {
		await page.evaluate(`new Promise((seen) => {
			const video = document.querySelector('video');
			video.addEventListener('seeked', seen, { once: true });
			video.currentTime = ${second} + 0.5;
		})`);
		await hold(second === 5 ? 2_000 : 500);
	}
	await sharp(frames, { join: { animated: true } })
		.webp({ delay, loop: 0, quality: 80, effort: 6, minSize: true })
		.toFile(join(projectRoot(), FOLDER, 'clips.webp'));
	await editor.close();
}
