/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, it never runs inside n8n */
import { posix } from 'node:path';
import { exists, filesIn, textOf } from '../package/project';

/** A heading as GitHub names it in links. */
const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

const anchorsIn = (page: string): Set<string> =>
	new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

const pages = filesIn('docs').filter((file) => file.endsWith('.md'));

describe.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages])('Links in %s', (file) => {
	const page = textOf(file).replace(/```[\s\S]*?```/g, '');
	const links = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
	const own = links.filter((link) => !/^[a-z]+:/.test(link));

	it('lead to files and headings that there are', () => {
		const broken = own.filter((link) => {
			const [path = '', anchor] = link.split('#');
			const target = path === '' ? file : posix.join(posix.dirname(file), path);
			if (!exists(target)) return true;
			return anchor !== undefined && !anchorsIn(textOf(target)).has(anchor);
		});
		expect(broken).toEqual([]);
	});

	it('are encrypted where they lead elsewhere', () => {
		expect(links.filter((link) => link.startsWith('http:'))).toEqual([]);
	});
});
