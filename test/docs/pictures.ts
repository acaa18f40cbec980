/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { posix } from 'node:path';

/** Where the pictures are, below the project's folder. */
export const FOLDER = 'docs/pictures';

/** Where npm finds what it does not rewrite by itself: it does so with the address of an image, and with no other one. */
const RAW = 'https://raw.githubusercontent.com/video-clipping/n8n-nodes-video-clipping/HEAD/';

/** A picture as a page names it. */
export interface Named {
	/** Its files, below the project's folder: for light pages, and for dark ones. */
	light: string;
	dark: string | undefined;
	/** What it shows, in words. */
	alt: string;
}

const PLAIN = /!\[([^\]]*)\]\(([^)\s]+)\.png\)/g;
const BOTH =
	/<picture><source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)"><img alt="([^"]*)" src="([^"]+)"><\/picture>/g;

/** A path below the project's folder, as a page has it. */
const targetOf = (page: string, link: string): string =>
	link.startsWith(RAW) ? link.slice(RAW.length) : posix.join(posix.dirname(page), link);

/**
 * The pictures that a page names.
 *
 * @param page - its path below the project's folder
 * @param text - what it says
 */
export function picturesIn(page: string, text: string): Named[] {
	const both = [...text.matchAll(BOTH)].map(([, dark = '', alt = '', light = '']) => ({
		light: targetOf(page, light),
		dark: targetOf(page, dark),
		alt,
	}));
	const plain = [...text.matchAll(PLAIN)].map(([, alt = '', path = '']) => ({
		light: targetOf(page, `${path}.png`),
		dark: undefined,
		alt,
	}));
	return [...both, ...plain];
}

/**
 * A page whose pictures follow the theme of its reader. Whoever writes the page writes `![what it shows](pictures/name.png)`.
 *
 * @param page - its path below the project's folder
 * @param text - what it says
 */
export const withBothThemes = (page: string, text: string): string =>
	text.replace(PLAIN, (plain, alt: string, path: string) => {
		const light = targetOf(page, `${path}.png`);
		if (posix.dirname(light) !== FOLDER) return plain;
		const dark = `${FOLDER}/${posix.basename(path)}-dark.png`;
		// The README is read on npm, too.
		const srcset = page === 'README.md' ? `${RAW}${dark}` : posix.relative(posix.dirname(page), dark);
		const words = alt.replaceAll('"', '&quot;');
		return `<picture><source media="(prefers-color-scheme: dark)" srcset="${srcset}"><img alt="${words}" src="${path}.png"></picture>`;
	});
