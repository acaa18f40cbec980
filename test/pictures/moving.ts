import sharp from 'sharp';
import type { Editor } from '../e2e/editor/editor';
import { CREATE, execute, fiveSteps, GET, videoUrl } from './scenes';
import { PLAY } from './player';
import { pictureFile, type Studio } from './studio';

/** From a link to a clip that plays, as one moving picture. */
export async function moving(studio: Studio, editor: Editor): Promise<void> {
	const { page } = editor;
	const [width, height] = [1160, 720];
	const frames: Buffer[] = [];
	const delay: number[] = [];
	const hold = async (milliseconds: number) => {
		const whole = await studio.look(page.locator('body'));
		frames.push(await sharp(whole).resize(width).toBuffer());
		delay.push(milliseconds);
	};
	const caption = async (text: string, milliseconds: number) => {
		const look = `position: fixed; inset: auto 0 0; z-index: 99999; padding: 10px; text-align: center;
			font: 600 20px sans-serif; color: white; background: #5b3df5`;
		await page.addStyleTag({ content: `body::after { content: '${text}'; ${look} }` });
		await hold(milliseconds);
	};

	await studio.show(editor, fiveSteps('', true), width, height);
	const create = await editor.openPanel(CREATE);
	await create.shift(-300);
	await caption('1. Paste the link to a long video', 1_000);
	const input = create.parameter('videoUrl').locator('input');
	for (const length of [12, 24, 36, videoUrl.length]) {
		await input.fill(videoUrl.slice(0, length));
		await hold(150);
	}
	await hold(1_400);
	await create.close();

	await editor.click(editor.part('zoom-to-fit'));
	await caption('2. Execute the workflow', 800);
	await execute(editor);
	await caption('3. It waits while the service works (cut short here)', 2_500);
	await editor.node(GET).getByTestId('canvas-node-status-success').waitFor();
	await caption('4. The clips come, best first', 1_000);
	const get = await editor.openPanel(GET);
	await get.table('viralScore');
	await hold(3_000);

	await editor.click(get.output.getByText('Binary', { exact: true }));
	await caption('5. Each with its file, ready to post', 1_200);
	await editor.click(get.output.getByText('View', { exact: true }).first());
	await page.locator('video').waitFor();
	await page.evaluate(PLAY);
	for (let frame = 0; frame < 12; frame += 1) await hold(400);
	await sharp(frames, { join: { animated: true } })
		.webp({ delay, loop: 0, quality: 80, effort: 6, minSize: true })
		.toFile(pictureFile('clips.webp'));
}
