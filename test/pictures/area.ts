import type { Locator, Page } from 'playwright-core';

/** A part of a page, in its pixels. */
export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** How much more is wanted at the sides, and above and below. */
export interface Margin {
	x: number;
	y: number;
}

/** Nothing more. */
export const NO_MARGIN: Margin = { x: 0, y: 0 };

/**
 * The part of the page that holds some places.
 *
 * @param page - the page
 * @param places - each may stand for several elements
 * @param margin - how much more is wanted, as far as the page goes
 */
export async function areaOf(page: Page, places: readonly Locator[], margin: Margin): Promise<Area> {
	const found = await Promise.all(
		places.map(async (place) => await Promise.all((await place.all()).map((one) => one.boundingBox()))),
	);
	const boxes = found.flat().filter((box) => box !== null);
	if (boxes.length === 0) throw new TypeError('Nothing is there to be shown.');
	const { width = 0, height = 0 } = page.viewportSize() ?? {};
	const left = Math.max(0, Math.floor(Math.min(...boxes.map(({ x }) => x)) - margin.x));
	const top = Math.max(0, Math.floor(Math.min(...boxes.map(({ y }) => y)) - margin.y));
	const right = Math.min(width, Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)) + margin.x));
	const bottom = Math.min(height, Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)) + margin.y));
	return { x: left, y: top, width: right - left, height: bottom - top };
}
