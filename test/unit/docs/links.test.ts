import { exists, textOf } from '../package/project';

/** A heading as GitHub names it in links. */
const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

const anchorsIn = (page: string): Set<string> =>
	new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

describe.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])('Links in %s', (file) => {
	const page = textOf(file).replace(/```[\s\S]*?```/g, '');
	const links = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
	const own = links.filter((link) => !/^[a-z]+:/.test(link));

	it('lead to files and headings that there are', () => {
		const broken = own.filter((link) => {
			const [target = '', anchor] = link.split('#');
			if (target !== '' && !exists(target)) return true;
			return anchor !== undefined && !anchorsIn(textOf(target === '' ? file : target)).has(anchor);
		});
		expect(broken).toEqual([]);
	});

	it('are encrypted where they lead elsewhere', () => {
		expect(links.filter((link) => link.startsWith('http:'))).toEqual([]);
	});
});
