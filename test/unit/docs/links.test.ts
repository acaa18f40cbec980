/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a test, it never runs inside n8n */
import { statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { VideoClippingApi } from '../../../credentials/VideoClippingApi.credentials';
import { FOLDER, picturesIn } from '../../docs/pictures';
import { exists, filesIn, textOf } from '../package/project';

const pages = filesIn().filter((file) => file.endsWith('.md'));
const withoutCode = (page: string): string => page.replace(/^```[\s\S]*?^```$/gm, '');

/** Whether a page has a heading, as GitHub names it in links. */
const hasAnchor = (page: string, anchor: string): boolean =>
	[...withoutCode(textOf(page)).matchAll(/^#+ (.+)$/gm)].some(
		([, heading = '']) =>
			heading
				.toLowerCase()
				.replace(/[^\p{L}\p{N} _-]/gu, '')
				.replaceAll(' ', '-') === anchor,
	);

const leadsSomewhere = (path: string, anchor: string | undefined): boolean =>
	exists(path) && (anchor === undefined || hasAnchor(path, anchor));

describe.each(pages)('Links in %s', (file) => {
	const links = [...withoutCode(textOf(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

	it('lead to files and headings that there are, and elsewhere encrypted', () => {
		const broken = links.filter((link) => {
			if (/^[a-z]+:/.test(link)) return link.startsWith('http:');
			const [path = '', anchor] = link.split('#');
			return !leadsSomewhere(path === '' ? file : posix.join(posix.dirname(file), path), anchor);
		});
		expect(broken).toEqual([]);
	});
});

/** Whether a link to GitHub leads to a page of this repository that is there, or that GitHub makes. */
function isThere(link: string): boolean {
	const ofGitHub =
		/^(?:\.git|\/(?:actions\/workflows\/ci\.yml(?:\/badge\.svg)?|issues(?:\/new\/choose)?|security|releases\/tag\/v[\d.]+|compare\/[\w.]+))?$/;
	const [place = '', anchor] = link.split('/n8n-nodes-video-clipping').slice(1).join().split('#');
	const file = place === '' ? 'README.md' : /^\/blob\/main\/(.+)$/.exec(place)?.[1];
	if (anchor === 'readme') return file === 'README.md';
	return file === undefined ? ofGitHub.test(place) : leadsSomewhere(file, anchor);
}

describe('Links of the package to its own pages', () => {
	const files = ['docs', 'nodes', 'credentials', 'examples', '.github'].flatMap((folder) => filesIn(folder));
	const links = ['package.json', 'README.md', 'CHANGELOG.md', 'SECURITY.md', ...files]
		.filter((file) => /\.(?:json|md|ts|yml)$/.test(file))
		.flatMap((file) =>
			[...textOf(file).matchAll(/https:\/\/github\.com\/video-clipping\/[^\s)"'`\]]+/g)].map(([link]) => ({
				file,
				link,
			})),
		);

	it('lead to what is there, also from both nodes, the credential and the package', () => {
		expect(links.filter(({ link }) => !isThere(link))).toEqual([]);
		const having = new Set(links.map(({ file }) => file));
		const nodes = ['nodes/Clip/Clip.node.json', 'nodes/Clip/ClipTrigger.node.json'];
		for (const file of [...nodes, 'package.json']) expect(having).toContain(file);
		expect(isThere(new VideoClippingApi().documentationUrl)).toBe(true);
	});

	it('lead to each page of the manual', () => {
		const manual = pages.filter((file) => /^docs\/[\w-]+\.md$/.test(file));
		const alone = manual.filter((file) =>
			['README.md', ...manual].every(
				(other) => other === file || !textOf(other).includes(posix.basename(file)),
			),
		);
		expect(alone).toEqual([]);
	});
});

describe('The pictures of the manual', () => {
	// The README's moving picture is for light pages only, and larger.
	const files = filesIn(FOLDER)
		.filter((file) => !file.endsWith('/clips.webp'))
		.sort();
	const named = pages.flatMap((page) => picturesIn(page, textOf(page)));
	const ours = named.filter(({ light }) => light.startsWith(`${FOLDER}/`));

	it('are there for light and for dark pages, small, each on a page, and no others', () => {
		expect([...new Set(ours.flatMap(({ light, dark = '' }) => [light, dark]))].sort()).toEqual(files);
		const sizes = files.map((file) => statSync(join(__dirname, '../../..', file)).size);
		expect(Math.max(...sizes)).toBeLessThanOrEqual(60_000);
		expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_600_000);
	});

	it('are named in both themes (to add the dark one: npm run docs), with words for what they show', () => {
		expect(ours.filter(({ light, dark }) => dark !== light.replace(/\.png$/, '-dark.png'))).toEqual([]);
		expect(named.filter(({ alt }) => alt.split(' ').length < 4)).toEqual([]);
	});
});
