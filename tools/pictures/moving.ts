import sharp from 'sharp';
import type { Editor } from '../beds/editor/editor';
import { showMoment } from './player';
import { blockToPaste } from '../docs/paste';
import { opening } from './opening';
import { CREATE, GET, videoUrl } from './scenes';
import { pictureFile, type Studio } from './studio';

/** How long a frame stays, in milliseconds. */
interface Frame {
	readonly picture: Buffer;
	readonly delay: number;
}

/** From a long video to a clip that plays, as one moving picture, by the steps of the README. */
export async function moving(studio: Studio, editor: Editor): Promise<void> {
	const { page } = editor;
	studio.simulator.configure({ processingSeconds: 3 });
	const [width, height] = [1160, 720];
	const frames: Frame[] = [];
	const look = async (delay: number): Promise<Frame> => {
		const whole = await studio.look(page.locator('body'));
		return { picture: await sharp(whole).resize(width).toBuffer(), delay };
	};
	const hold = async (delay: number) => frames.push(await look(delay));
	const caption = async (text: string) => {
		const bar = `position: fixed; inset: auto 0 0; z-index: 99999; padding: 10px; text-align: center;
			font: 600 20px sans-serif; color: white; background: #5b3df5`;
		await page.addStyleTag({ content: `body::after { content: '${text}'; ${bar} }` });
	};
	const say = async (text: string, delay: number) => {
		await caption(text);
		await hold(delay);
	};

	await page.setViewportSize({ width, height });
	for (const [html, delay, words] of opening) {
		await page.setContent(html);
		await say(words, delay);
	}

	await studio.savedCredential();
	await editor.open();
	await say('1. An empty workflow in n8n', 900);
	await editor.paste(blockToPaste());
	await editor.click(editor.part('zoom-to-fit'));
	await say('2. Paste two nodes', 1_500);
	const create = await editor.openPanel(CREATE);
	await create.hasCredential();
	await create.shift(-300);
	await say('3. Enter the link', 700);
	const input = create.parameter('videoUrl').locator('input');
	for (const length of [12, 24, 36, videoUrl.length]) {
		await input.fill(videoUrl.slice(0, length));
		await hold(150);
	}
	await hold(1_000);
	await create.close();
	const get = await editor.openPanel(GET);
	await get.hasCredential();
	await say('4. Execute', 1_200);
	await get.execute();
	await get.close();
	await editor.node(CREATE).locator('.waiting').waitFor();
	await say('5. Red frame: n8n is waiting (cut short; the service is simulated)', 2_500);
	await editor.node(GET).getByTestId('canvas-node-status-success').waitFor();
	await editor.openPanel(GET);
	await get.table('viralScore');
	await say('6. The clips come, best first', 3_000);

	await editor.click(get.output.getByText('Binary', { exact: true }));
	await say('7. Each with its file, ready to post', 1_200);
	await editor.click(get.output.getByText('View', { exact: true }).first());
	await caption('A vertical clip with subtitles (simulated service)');
	for (const second of [1.5, 4.5, 7.5, 10.5]) {
		await showMoment(page, second);
		await hold(1_200);
	}
	await sharp(
		frames.map(({ picture }) => picture),
		{ join: { animated: true } },
	)
		.webp({ delay: frames.map(({ delay }) => delay), loop: 0, quality: 80, effort: 6, minSize: true })
		.toFile(pictureFile('clips.webp'));
}
