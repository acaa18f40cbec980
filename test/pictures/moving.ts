/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '../host';
import { FOLDER } from './names';
import { CREATE, execute, fiveSteps, GET } from './scenes';
import { videoUrl } from './stories';
import type { Studio } from './studio';

/** How large the moving picture is, in pixels. */
const size = { width: 1160, height: 720 };

/** A vertical clip, drawn and recorded in the page: the simulator's own clips are test patterns, as small as a stamp. */
const FILM = `new Promise((done) => {
	const canvas = Object.assign(document.createElement('canvas'), { width: 270, height: 480 });
	const pen = canvas.getContext('2d');
	const shape = (colour, ...points) => {
		pen.fillStyle = colour;
		pen.beginPath();
		for (const [x, y] of points) pen.lineTo(x, y);
		pen.fill();
	};
	const words = ['If the harbour', 'is quiet,', 'ask who left.'];
	const draw = (second) => {
		const sky = pen.createLinearGradient(0, 0, 0, 340);
		[['#17224d'], ['#7a3f6d'], ['#f0935a']].forEach(([colour], index) => sky.addColorStop(index / 2, colour));
		shape(sky, [0, 0], [270, 0], [270, 340], [0, 340]);
		const turn = 220 * Math.sin(second * 1.6);
		shape('#fff3b066', [180, 130], [180 + turn * 2, 60], [180 + turn * 2, 200]);
		shape('#f5f0e6', [165, 340], [172, 140], [188, 140], [195, 340]);
		shape('#d8433b', [168, 270], [170, 215], [190, 215], [192, 270]);
		shape('#ffe27a', [171, 140], [171, 120], [189, 120], [189, 140]);
		shape('#17224d', [0, 340], [270, 340], [270, 480], [0, 480]);
		for (let x = -40; x < 300; x += 60) shape('#3c4c86', [x + second * 12, 360], [x + 36 + second * 12, 360], [x + 18 + second * 12, 364]);
		pen.font = '800 30px sans-serif';
		pen.textAlign = 'center';
		pen.fillStyle = '#fff';
		pen.fillText(words[Math.floor(second / 2) % 3], 135, 425);
	};
	const parts = [];
	const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: 'video/webm' });
	recorder.ondataavailable = ({ data }) => parts.push(data);
	recorder.onstop = async () => {
		const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
		done(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
	};
	recorder.start();
	const begin = performance.now();
	const timer = setInterval(() => {
		const second = (performance.now() - begin) / 1000;
		draw(second);
		if (second < 6) return;
		clearInterval(timer);
		recorder.stop();
	}, 60);
})`;

/** From a link to a clip that plays, as one moving picture. */
export async function takeMoving(studio: Studio): Promise<void> {
	studio.simulator.configure({ processingSeconds: 3 });
	const editor = await studio.show(
		fiveSteps({ videoUrl: '' }, { downloadFiles: true, filters: { limit: 3 } }),
	);
	const { page } = editor;
	await page.setViewportSize(size);
	const film = Buffer.from(await page.evaluate<string>(FILM), 'base64');
	await page.route('**/rest/binary-data*', (route) =>
		route.fulfill({ contentType: 'video/webm', body: film }),
	);
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
	await caption('3. It waits while the service works (cut short here)');
	await hold(2_500);
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
	await page.evaluate("document.querySelector('video').play()");
	for (let frame = 0; frame < 12; frame += 1) await hold(400);
	await sharp(frames, { join: { animated: true } })
		.webp({ delay, loop: 0, quality: 80, effort: 6, minSize: true })
		.toFile(join(projectRoot(), FOLDER, 'clips.webp'));
	await editor.close();
}
