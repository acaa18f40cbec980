/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { projectRoot, typePrefix, untilFound, type Workflow } from '../host';
import type { Editor } from '../beds/editor/editor';
import { EditorBed } from '../beds/editor/editorBed';
import { communityNodes } from '../beds/recipeBed';

/** What the best clips say: one language, because a reader takes them for clips of one video. */
const stories = [
	['Why lighthouses never blink alike', 'A question few have asked.'],
	['The night both lamps went out', 'It begins in the middle of the danger.'],
	['Never trust a quiet harbour', 'A rule that people pass on.'],
].map(([title = '', viralReason = '']) => ({ title, viralReason, transcript: '', topics: ['sea'] }));

/** What lies over the subject, or floats over the canvas. */
const CLUTTER = [
	'.el-notification',
	// The tabs above the canvas, half of which would be cut off.
	'header:has([data-test-id="radio-button-executions"])',
	'[data-test-id="canvas-wrapper"] button:not([data-test-id="node-creator"] *)',
	'[data-test-id="floating-nodes"]',
	'[data-test-id="node-feature-request"]',
];

const style = `${CLUTTER.join(', ')} { visibility: hidden !important; } * { scrollbar-width: none !important; }`;

/** What no picture may show: addresses of this machine, keys, paths of a home. */
const SECRET = /127\.0\.0\.1|localhost|\/(home|root|tmp|work|Users)\/\S*|[0-9a-f]{40}/i;

/** Addresses that may be shown, with the signatures that follow them. */
const MADE_UP = /https:\/\/clips\.example\.com\S*/g;

/** A file in the folder of the pictures. */
export const pictureFile = (name: string): string => join(projectRoot(), 'docs/pictures', name);

/** What is needed here of an element of a page, whose types belong to browsers. */
interface Shown {
	getBoundingClientRect(): { toJSON(): Record<'left' | 'top' | 'right' | 'bottom', number> };
}

/** The smallest part of a page that holds all elements of a place. */
async function areaOf(place: Locator) {
	const boxes = await place.evaluateAll((all: Shown[]) =>
		all.map((one) => one.getBoundingClientRect().toJSON()),
	);
	return {
		left: Math.min(...boxes.map(({ left }) => left)),
		top: Math.min(...boxes.map(({ top }) => top)),
		right: Math.max(...boxes.map(({ right }) => right)),
		bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
	};
}

/** Takes pictures of the editor of a real n8n. */
export class Studio extends EditorBed {
	protected override readonly credentialName = 'Video Clipping account';

	constructor() {
		// A picture has half as many pixels again as the page, so that it is sharp on most screens.
		const view = { deviceScaleFactor: 1.5, timezoneId: 'UTC', locale: 'en-US' };
		const env = { N8N_WEBHOOK_URL: 'https://n8n.example.com/', GENERIC_TIMEZONE: 'UTC' };
		super(view, { env, communityNodes });
	}

	override async open(): Promise<void> {
		await super.open({ stories });
	}

	/** Saves a workflow with all credentials that a reader has chosen, and opens it on a page of a size. */
	async show(editor: Editor, workflow: Workflow, width: number, height: number): Promise<string> {
		const others = workflow.nodes.filter(({ type }) => !type.startsWith(typePrefix));
		for (const type of new Set(others.flatMap(({ credentials = {} }) => Object.keys(credentials)))) {
			this.otherCredentials.push(await this.client.createCredential({ name: type, type, data: {} }));
		}
		const { id } = await this.save(workflow, (same) => same);
		await editor.page.setViewportSize({ width, height });
		await editor.open(id);
		return id;
	}

	/** Takes a picture for light pages and one for dark pages, each when the page has come to rest: two in a row are the same. */
	async take(name: string, subject: Locator, canvas?: Locator): Promise<void> {
		const page = subject.page();
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			await page.mouse.move(1, 1);
			let last: Buffer | undefined;
			const look = async () => {
				const before = last;
				last = await this.look(subject, canvas);
				return before?.equals(last) === true ? last : undefined;
			};
			const picture = await untilFound(look, () => `${name} never comes to rest.`, 500, 60_000);
			await sharp(picture)
				.png({ palette: true, quality: 80, dither: 0, effort: 10, compressionLevel: 9 })
				.toFile(pictureFile(`${name}${colorScheme === 'dark' ? '-dark' : ''}.png`));
		}
	}

	/** What a page shows at this moment of the elements of a subject, and between them; on a canvas, also a little around them. */
	async look(subject: Locator, canvas?: Locator): Promise<Buffer> {
		const page = subject.page();
		// The simulator's links lead to this machine; those of the service would not. A signature would fill the picture. The simulator
		// also takes seconds where the service takes many minutes: a picture must not say how long it took.
		const texts = await page.evaluate<string>(`(() => {
			const origin = '${this.simulator.origin}';
			const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
			for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
				const shown = node.data
					.replaceAll(origin, 'https://clips.example.com')
					.replace(/(https:\\/\\/clips\\.example\\.com[^?\\s]*)\\?[^\\s…]+/g, '$1?…')
					.replace(/\\bSuccess in [\\d.]+.*/, 'Success');
				if (shown !== node.data) node.data = shown;
			}
			const inputs = [...document.querySelectorAll('input:not([type=password]), textarea')];
			const entered = inputs.filter((input) => input.checkVisibility()).map(({ value }) => value);
			return [document.body.innerText, ...entered].join('\\n');
		})()`);
		const secret = SECRET.exec(texts.replace(MADE_UP, ''));
		if (secret !== null) throw new TypeError(`A picture would show ${secret[0]}`);
		const inner = await areaOf(subject);
		const outer = await areaOf(canvas ?? page.locator('body'));
		const margin = canvas === undefined ? 0 : 24;
		const x = Math.max(outer.left, inner.left - margin);
		const y = Math.max(outer.top, inner.top - margin);
		const width = Math.min(outer.right, inner.right + margin) - x;
		const height = Math.min(outer.bottom, inner.bottom + margin) - y;
		return await page.screenshot({ clip: { x, y, width, height }, animations: 'disabled', style });
	}
}
