/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { projectRoot, step, untilFound, type Workflow } from '../host';
import type { Editor } from '../e2e/editor/editor';
import { EditorBed } from '../e2e/editor/editorBed';
import { fileOf, THEMES } from './names';
import { clipStories } from './stories';

/** A picture has half as many pixels again as the page, so that it is sharp on most screens. */
const view = { deviceScaleFactor: 1.5, timezoneId: 'UTC', locale: 'en-US' };

/** What lies over the subject, or floats over the canvas. */
const CLUTTER = [
	...['.el-notification', '.banner-stack'],
	// The tabs above the canvas, half of which would be cut off.
	':has([data-test-id="radio-button-executions"]):not(:has([data-test-id="canvas-wrapper"]))',
	...[
		...['toast', 'floating-node', 'canvas-controls', 'execute-workflow-button', 'workflow-chat-button'],
		...['node-creator-plus-button', 'command-bar-button', 'add-sticky-button', 'toggle-focus-panel-button'],
		...['instance-ai-canvas-action-button', 'node-feature-request'],
	].map((id) => `[data-test-id^="${id}"]`),
];

const style = `${CLUTTER.join(', ')} { visibility: hidden !important; } * { scrollbar-width: none !important; }`;

/** What no picture may show: addresses of this machine, keys, paths of a home. */
const SECRET = /127\.0\.0\.1|localhost|\/(home|root|tmp|work|Users)\/\S*|[0-9a-f]{40}/;

/** Addresses that may be shown, with the signatures that follow them. */
const MADE_UP = /https:\/\/clips\.example\.com\S*/g;

/** What a picture shows of the page. */
export interface Subject {
	/** It is cut out around these places. */
	around: Locator | Locator[];
	/** How many pixels more of the page are shown around them. */
	margin?: number;
	/** Nothing outside of it is shown. */
	within?: Locator;
	/** The size of the page. */
	page?: { width: number; height: number };
}

/** Takes pictures of the editor of a real n8n. */
export class Studio extends EditorBed {
	protected override readonly credentialName = 'Video Clipping account';

	constructor() {
		super(view, { env: { N8N_WEBHOOK_URL: 'https://n8n.example.com/', GENERIC_TIMEZONE: 'UTC' } });
	}

	/** Starts all, with clips that pictures may show. */
	override async open(): Promise<void> {
		await super.open({ stories: clipStories });
	}

	/** Saves a workflow as it is, and opens it. */
	async show(workflow: Workflow): Promise<Editor> {
		const { id } = await this.save(workflow, (same) => same);
		const editor = await this.editor();
		await editor.open(id);
		return editor;
	}

	/** Takes a picture in both themes. */
	async take({ page }: Editor, name: string, { page: size, ...subject }: Subject): Promise<void> {
		await step(name, async () => {
			await page.setViewportSize(size ?? { width: 1100, height: 700 });
			for (const colorScheme of THEMES) {
				await page.emulateMedia({ colorScheme });
				await page.mouse.move(1, 1);
				const picture = await sharp(await this.steady(page, name, subject))
					.png({ palette: true, quality: 80, dither: 0, effort: 10, compressionLevel: 9 })
					.toBuffer();
				writeFileSync(join(projectRoot(), fileOf(name, colorScheme)), picture);
			}
			await page.emulateMedia({ colorScheme: 'light' });
		});
	}

	/** A picture of a page that has come to rest: two in a row are the same. */
	private async steady(page: Page, name: string, subject: Subject): Promise<Buffer> {
		let last: Buffer | undefined;
		const look = async () => {
			const next = await this.look(page, subject);
			const isSteady = last?.equals(next) === true;
			last = next;
			return isSteady ? next : undefined;
		};
		return await untilFound(look, () => `${name} never comes to rest.`, 500, 60_000);
	}

	/** What a part of a page shows at this moment. */
	async look(page: Page, { around, margin = 0, within = page.locator('body') }: Subject): Promise<Buffer> {
		// The simulator's links lead to this machine; those of the service would not.
		const texts = await page.evaluate<string>(`(() => {
			const inputs = [...document.querySelectorAll('input:not([type=password]), textarea')];
			const texts = inputs.filter((input) => input.checkVisibility()).map(({ value }) => value);
			const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
			for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
				if (node.data.includes('${this.simulator.origin}')) {
					node.data = node.data.replaceAll('${this.simulator.origin}', 'https://clips.example.com');
				}
				if (node.parentElement.checkVisibility()) texts.push(node.data);
			}
			return texts.join('\\n');
		})()`);
		const secret = SECRET.exec(texts.replace(MADE_UP, ''));
		if (secret !== null) throw new TypeError(`A picture would show ${secret[0]}`);
		const clip = await areaOf([around].flat(), margin, within);
		return await page.screenshot({ clip, animations: 'disabled', style });
	}
}

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

/** What is needed here of an element of a page, whose types belong to browsers. */
interface Shown {
	getBoundingClientRect(): { toJSON(): Box };
}

/** The part of a page that holds some places, each of which may stand for several elements. */
async function areaOf(places: readonly Locator[], margin: number, within: Locator) {
	const boxesOf = async (place: Locator): Promise<Box[]> =>
		await place.evaluateAll((all: Shown[]) => all.map((one) => one.getBoundingClientRect().toJSON()));
	const [frame] = await boxesOf(within);
	const boxes = (await Promise.all(places.map(boxesOf))).flat();
	if (frame === undefined || boxes.length === 0) throw new TypeError('Nothing is there to be shown.');
	const x = Math.max(frame.x, Math.min(...boxes.map((box) => box.x)) - margin);
	const y = Math.max(frame.y, Math.min(...boxes.map((box) => box.y)) - margin);
	const right = Math.min(frame.x + frame.width, Math.max(...boxes.map((box) => box.x + box.width)) + margin);
	const bottom = Math.min(
		frame.y + frame.height,
		Math.max(...boxes.map((box) => box.y + box.height)) + margin,
	);
	return { x, y, width: right - x, height: bottom - y };
}
