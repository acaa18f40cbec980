import { exists, textOf } from '../package/project';

/** A heading as GitHub names it in links. */
const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

const withoutCode = (page: string): string => page.replace(/^```[\s\S]*?^```$/gm, '');

const anchorsIn = (page: string): Set<string> =>
	new Set([...withoutCode(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

/** Where the links of a page lead. */
export const linksIn = (page: string): string[] =>
	[...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

/**
 * Whether a place of the project is there.
 *
 * @param path - a file or folder
 * @param anchor - a heading of that page
 */
export const leadsSomewhere = (path: string, anchor: string | undefined): boolean =>
	exists(path) && (anchor === undefined || anchorsIn(textOf(path)).has(anchor));
