/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, it never runs inside n8n */
import { posix } from 'node:path';
import { VideoClippingApi } from '../../../credentials/VideoClippingApi.credentials';
import { filesIn, textOf } from '../package/project';
import { leadsSomewhere, linksIn } from './anchors';

const pages = [...filesIn('docs'), ...filesIn('test'), ...filesIn('examples')].filter((file) =>
	file.endsWith('.md'),
);

describe.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...pages])(
	'Links in %s',
	(file) => {
		const links = linksIn(textOf(file));

		it('lead to files and headings that there are', () => {
			const own = links.filter((link) => !/^[a-z]+:/.test(link));
			const broken = own.filter((link) => {
				const [path = '', anchor] = link.split('#');
				return !leadsSomewhere(path === '' ? file : posix.join(posix.dirname(file), path), anchor);
			});
			expect(broken).toEqual([]);
		});

		it('are encrypted where they lead elsewhere', () => {
			expect(links.filter((link) => link.startsWith('http:'))).toEqual([]);
		});
	},
);

const REPOSITORY = 'https://github.com/video-clipping/n8n-nodes-video-clipping';

/** Pages that GitHub itself makes for a repository. */
const OF_GITHUB =
	/^\/(?:actions\/workflows\/ci\.yml(?:\/badge\.svg)?|issues(?:\/new\/choose)?|security|releases\/tag\/v[\d.]+|compare\/[\w.]+)$/;

/** Whether a link into the repository leads to something that is there. */
function isThere(link: string): boolean {
	const rest = link.slice(REPOSITORY.length);
	const [path = '', anchor] = rest.split('#');
	if (path === '' || path === '.git')
		return anchor === undefined || leadsSomewhere('README.md', anchor) || anchor === 'readme';
	const file = /^\/blob\/main\/(.+)$/.exec(path)?.[1];
	return file === undefined ? OF_GITHUB.test(path) : leadsSomewhere(file, anchor);
}

describe('Links of the package to its own pages', () => {
	const files = ['package.json', 'README.md', 'CHANGELOG.md', 'SECURITY.md', ...filesIn('.github')].concat(
		['docs', 'nodes', 'credentials', 'examples'].flatMap((folder) => filesIn(folder)),
	);
	const links = files
		.filter((file) => /\.(?:json|md|ts|yml)$/.test(file))
		.flatMap((file) =>
			[...textOf(file).matchAll(/https:\/\/github\.com\/video-clipping\/[^\s)"'`\]]+/g)].map(([link]) => [
				file,
				link,
			]),
		);

	it.each(links)('in %s: %s', (_file, link = '') => {
		expect(isThere(link)).toBe(true);
	});

	it('are in both nodes, the credential and the package', () => {
		const having = new Set(links.map(([file]) => file));
		const nodes = ['nodes/Clip/Clip.node.json', 'nodes/Clip/ClipTrigger.node.json'];
		for (const file of [...nodes, 'package.json']) expect(having).toContain(file);
		expect(isThere(new VideoClippingApi().documentationUrl)).toBe(true);
	});

	it.each([
		'https://github.com/video-clipping/n8n-nodes-video-clipping/blob/main/docs/nothing.md',
		`${REPOSITORY}#nothing`,
	])('are not just anything: %s', (link) => {
		expect(isThere(link)).toBe(false);
	});
});
