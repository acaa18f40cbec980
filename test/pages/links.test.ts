/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { posix } from 'node:path';
import { VideoClippingApi } from '../../credentials/VideoClippingApi.credentials';
import { exists, filesIn, textOf } from '../rules/given/project';

const pages = filesIn().filter((file) => file.endsWith('.md'));
const withoutCode = (page: string): string => page.replace(/^```[\s\S]*?^```$/gm, '');

/** A heading as GitHub names it in links. */
const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

const anchorsIn = (page: string): string[] =>
	[...withoutCode(textOf(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

const leadsSomewhere = (path: string, anchor: string | undefined): boolean =>
	exists(path) && (anchor === undefined || anchorsIn(path).includes(anchor));

it.each(pages)('Links in %s lead to files and headings that there are, and elsewhere encrypted', (file) => {
	const links = [...withoutCode(textOf(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
	const broken = links.filter((link) => {
		if (/^[a-z]+:/.test(link)) return link.startsWith('http:');
		const [path = '', anchor] = link.split('#');
		return !leadsSomewhere(path === '' ? file : posix.join(posix.dirname(file), path), anchor);
	});
	expect(broken).toEqual([]);
});

it('Links of the package to its own pages lead to what is there', () => {
	const own = 'https://github.com/video-clipping/n8n-nodes-video-clipping';
	const having = ['package.json', 'nodes/Clip/Clip.node.json', 'nodes/Clip/ClipTrigger.node.json'];
	const files = ['docs', 'nodes', 'credentials', 'examples', '.github'].flatMap((folder) => filesIn(folder));
	const texts = [...having, ...pages, ...files.filter((file) => /\.(?:ts|yml)$/.test(file))].map(textOf);
	for (const text of texts.slice(0, having.length)) expect(text).toContain(own);
	const links = texts.flatMap(
		(text) => text.match(/https:\/\/github\.com\/video-clipping\/[^\s)"'`\]]+/g) ?? [],
	);
	const broken = links.filter((link) => {
		const [, path, anchor] = /^\/blob\/main\/([^#]+)(?:#(.+))?$/.exec(link.slice(own.length)) ?? [];
		return !link.startsWith(own) || (path !== undefined && !leadsSomewhere(path, anchor));
	});
	expect(broken).toEqual([]);
	expect(links).toContain(new VideoClippingApi().documentationUrl);
});

it.each(['CONTRIBUTING.md', 'docs/architecture.md'])('Files that %s names are there', (page) => {
	const named = [...textOf(page).matchAll(/`((?:nodes|test|\.ci|\.github)\/[\w./-]+)`/g)].map(
		([, path = '']) => path,
	);
	expect([named.length > 1, named.filter((path) => !exists(path))]).toEqual([true, []]);
});

it('Each page of the manual is named by another one', () => {
	const manual = ['README.md', ...pages.filter((file) => /^docs\/[\w-]+\.md$/.test(file))];
	const alone = manual.filter((file) => {
		const others = manual.filter((other) => other !== file);
		return !others.some((other) => textOf(other).includes(posix.basename(file)));
	});
	expect(alone).toEqual([]);
});

describe('The pictures of the manual', () => {
	// The README's moving picture is for light pages only, and larger.
	const files = filesIn('docs/pictures')
		.filter((file) => !file.endsWith('/clips.webp'))
		.sort();
	/** Where npm finds the dark ones of the README. */
	const RAW = 'https://raw.githubusercontent.com/video-clipping/n8n-nodes-video-clipping/HEAD/';
	const PICTURE =
		/<picture><source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)"><img alt="([^"]*)" src="([^"]+)"(?: width="\d+")?><\/picture>/g;
	const named = pages.flatMap((page) => {
		const fileAt = (link: string) =>
			link.startsWith(RAW) ? link.slice(RAW.length) : posix.join(posix.dirname(page), link);
		return [...textOf(page).matchAll(PICTURE)].map(([, dark = '', alt = '', light = '']) => ({
			light: fileAt(light),
			dark: fileAt(dark),
			alt,
		}));
	});

	it('are there for light and for dark pages, each on a page, and no others', () => {
		expect([...new Set(named.flatMap(({ light, dark }) => [light, dark]))].sort()).toEqual(files);
	});

	it('are named in both themes, also on npm, with words for what they show', () => {
		expect(named.filter(({ light, dark }) => dark !== light.replace(/\.(png|svg)$/, '-dark.$1'))).toEqual([]);
		expect(named.filter(({ alt }) => alt.split(' ').length < 4)).toEqual([]);
		expect(pages.filter((page) => /!\[[^\]]*\]\([^)\s]+\.png\)/.test(textOf(page)))).toEqual([]);
		expect(textOf('README.md')).not.toMatch(/srcset="(?!https:)/);
	});
});
