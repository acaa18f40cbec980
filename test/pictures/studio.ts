/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { type Progress, projectRoot, untilFound } from '../host';
import type { Editor } from '../e2e/editor/editor';
import { EditorBed } from '../e2e/editor/editorBed';
import { fileOf, FOLDER, THEMES } from './names';
import { type Area, areaOf, type Margin, NO_MARGIN } from './area';
import { leaksIn } from './leaks';
import { clipStories } from './stories';

/** The size of the page in pixels of the page; a picture has half as many again in each direction. */
const size = { width: 1100, height: 700 };

/** What lies over the subject, or would tell when the picture was made. */
const HIDDEN = ['.el-notification', '[data-test-id="toast"]', '#content .banner-stack'];

const style = `${HIDDEN.join(', ')} { display: none !important; } * { scrollbar-width: none !important; }`;

/** Where n8n says that it lives. */
const address = 'https://n8n.example.com/';

/** What a picture shows of the page. */
export interface Subject {
	/** It is cut out around these places. */
	around: Locator | Locator[];
	/** How much more of the page is shown around them. */
	margin?: Margin;
	/** Places that lie over it. */
	without?: string[];
	/** What has to be seen before the picture is taken. */
	once?: Locator;
	/** The size of the page, where it needs another one. */
	page?: { width: number; height: number };
}

/** A subject in each theme. */
type Shots = Readonly<Record<(typeof THEMES)[number], Buffer>>;

/** Takes pictures of the editor of a real n8n. */
export class Studio extends EditorBed {
	protected override readonly credentialName = 'Video Clipping account';

	/** The names of the pictures that were taken, with their sizes in bytes. */
	readonly taken = new Map<string, number>();

	/**
	 * @param wanted - the names of the pictures that are to be taken
	 * @param progress - tells a person what is going on
	 */
	constructor(
		private readonly wanted: ReadonlySet<string>,
		private readonly progress: Progress,
	) {
		const view = { viewport: size, deviceScaleFactor: 1.5, timezoneId: 'UTC', locale: 'en-US' };
		super(view, { env: { N8N_WEBHOOK_URL: address }, progress });
	}

	/** Starts all, with clips that pictures may show. */
	override async open(): Promise<void> {
		mkdirSync(join(projectRoot(), FOLDER), { recursive: true });
		await super.open({ stories: clipStories, linkOrigin: 'https://clips.example.com' });
	}

	/** Whether one of these pictures is to be taken. */
	wants(...names: string[]): boolean {
		return names.some((name) => this.wanted.has(name));
	}

	/**
	 * Takes a picture in both themes, if it is wanted.
	 *
	 * @param left - pictures of {@link shoot} that stand beside it
	 */
	async take(editor: Editor, name: string, subject: Subject, left?: Shots): Promise<void> {
		if (!this.wants(name)) return;
		await this.progress.step(name, async () => {
			const shots = await this.shoot(editor, name, subject);
			for (const theme of THEMES) {
				const beside = left === undefined ? [] : [left[theme]];
				const picture = await small(await inOneRow([...beside, shots[theme]]));
				const file = fileOf(name, theme);
				writeFileSync(join(projectRoot(), file), picture);
				this.taken.set(file, picture.length);
			}
		});
	}

	/** Shows a subject in both themes. */
	async shoot({ page }: Editor, name: string, subject: Subject): Promise<Shots> {
		await page.setViewportSize(subject.page ?? size);
		await subject.once?.waitFor();
		const shot = async (colorScheme: (typeof THEMES)[number]): Promise<Buffer> => {
			await page.emulateMedia({ colorScheme });
			await page.mouse.move(1, 1);
			return await steadyPicture(page, subject, name);
		};
		const shots = { light: await shot('light'), dark: await shot('dark') };
		await page.emulateMedia({ colorScheme: 'light' });
		return shots;
	}
}

/** A picture of a page that has come to rest: two in a row are the same. */
async function steadyPicture(tab: Page, subject: Subject, name: string): Promise<Buffer> {
	const { without = [], margin = NO_MARGIN } = subject;
	const hidden = without.length === 0 ? '' : `${without.join(', ')} { visibility: hidden !important; }`;
	let last: Buffer | undefined;
	return await untilFound(
		async () => {
			const clip: Area = await areaOf(tab, [subject.around].flat(), margin);
			const leaks = await leaksIn(tab, clip);
			if (leaks.length > 0) throw new TypeError(`${name} would show ${leaks.join(', ')}`);
			const next = await tab.screenshot({ clip, animations: 'disabled', style: `${style}${hidden}` });
			const isSteady = last?.equals(next) === true;
			last = next;
			if (isSteady) return next;
			await pause(400);
			return undefined;
		},
		() => `${name} never comes to rest.`,
		100,
		60_000,
	);
}

/** Pictures of the same height, one beside the other. */
async function inOneRow(pictures: readonly Buffer[]): Promise<Buffer> {
	const [first, second] = pictures;
	if (first === undefined || second === undefined) return first ?? Buffer.alloc(0);
	const { width, height } = await sharp(first).metadata();
	const input = await sharp(second).resize({ height }).toBuffer();
	const { width: right } = await sharp(input).metadata();
	return await sharp(first)
		.extend({ right, background: '#000' })
		.composite([{ input, left: width, top: 0 }])
		.png()
		.toBuffer();
}

/** The same picture with few colours, which is what makes it small. */
const small = async (picture: Buffer): Promise<Buffer> =>
	await sharp(picture)
		.png({ palette: true, quality: 80, dither: 0, effort: 10, compressionLevel: 9 })
		.toBuffer();
