import sharp from 'sharp';
import type { Editor } from '../e2e/editor/editor';
import { showMoment } from './player';
import { CREATE, execute, firstClips, GET, videoUrl } from './scenes';
import { pictureFile, type Studio } from './studio';

/** How long a frame stays, in milliseconds. */
interface Frame {
	readonly picture: Buffer;
	readonly delay: number;
}

/** From a link to a clip that plays, as one moving picture. It begins with the clip, since that is what people want to see. */
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

	await studio.show(editor, firstClips('', true, 2), width, height);
	const create = await editor.openPanel(CREATE);
	await create.shift(-300);
	await say('1. Paste the link to a long video', 1_000);
	const input = create.parameter('videoUrl').locator('input');
	for (const length of [12, 24, 36, videoUrl.length]) {
		await input.fill(videoUrl.slice(0, length));
		await hold(150);
	}
	await hold(1_200);
	await create.close();

	await editor.openCreator(CREATE);
	await editor.search('Clip');
	await editor.entry('Clip').waitFor();
	await say('2. Add the second node: it gets the clips', 1_200);
	await editor.click(editor.entry('Clip'));
	await editor.entry(GET).waitFor();
	await hold(1_200);
	await editor.click(editor.entry(GET));
	const added = await editor.panel();
	await added.hasCredential();
	await added.toggle('downloadFiles');
	await editor.click(page.getByPlaceholder('Add Filter'));
	await page.getByRole('option', { name: 'Limit', exact: true }).click();
	const limit = added.parameter('limit').locator('input');
	await limit.fill('3');
	await limit.blur();
	await say('3. The best three, with their files', 1_800);
	await added.close();

	await editor.click(editor.part('zoom-to-fit'));
	await say('4. Execute the workflow', 800);
	await execute(editor);
	await say('5. It waits while the service works (cut short; the service is simulated)', 2_500);
	await editor.node(GET).getByTestId('canvas-node-status-success').waitFor();
	const get = await editor.openPanel(GET);
	await get.table('viralScore');
	await say('6. The clips come, best first', 3_000);

	await editor.click(get.output.getByText('Binary', { exact: true }));
	await say('7. Each with its file, ready to post', 1_200);
	await editor.click(get.output.getByText('View', { exact: true }).first());
	const playing = await clipAt(editor, look);
	frames.push(...playing);
	await caption('A vertical clip with subtitles (simulated service)');
	const first = await clipAt(editor, look);
	const all = [...first, ...frames];
	await sharp(
		all.map(({ picture }) => picture),
		{ join: { animated: true } },
	)
		.webp({ delay: all.map(({ delay }) => delay), loop: 0, quality: 80, effort: 6, minSize: true })
		.toFile(pictureFile('clips.webp'));
}

/** The clip that is open, at some of its moments. */
async function clipAt({ page }: Editor, look: (delay: number) => Promise<Frame>): Promise<Frame[]> {
	const frames: Frame[] = [];
	for (const second of [1.5, 4.5, 7.5, 10.5]) {
		await showMoment(page, second);
		frames.push(await look(1_200));
	}
	return frames;
}
