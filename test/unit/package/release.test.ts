import { z } from 'zod/v3';
import { filesIn, manifest, textOf } from './project';

const { version, keywords, author } = z
	.object({ version: z.string(), keywords: z.array(z.string()), author: z.object({ email: z.string() }) })
	.parse(JSON.parse(textOf('package.json')));

it('A checkout of today builds in a year: development packages have exact versions', () => {
	const versions = Object.entries(manifest.devDependencies);
	expect(versions.filter(([, one]) => !/^\d+\.\d+\.\d+$/.test(one))).toEqual([]);
});

describe('What a release shows', () => {
	it('is a changelog with a dated entry for its version, and a link for each entry', () => {
		const changelog = textOf('CHANGELOG.md');
		const dated = `^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d$`;
		expect(changelog).toMatch(new RegExp(dated, 'm'));
		const entries = [...changelog.matchAll(/^## \[(.+?)\]/gm)].map(([, name = '']) => name.toLowerCase());
		expect(entries[0]).toBe('unreleased');
		for (const entry of entries) expect(changelog).toContain(`\n[${entry}]: https://`);
	});

	it('is a page that says how to report a vulnerability in private, for this version', () => {
		const page = textOf('SECURITY.md');
		expect(page).toContain('Report a vulnerability');
		expect(page).toContain(`| ${version.split('.').slice(0, 2).join('.')} `);
	});

	it('are words under which people look for it', () => {
		const words = ['n8n-community-node-package', 'youtube', 'tiktok', 'podcast', 'ai', 'video', 'clips'];
		expect(keywords).toEqual(expect.arrayContaining(words));
		expect(new Set(keywords).size).toBe(keywords.length);
	});

	it("is no mail address that may be somebody's", () => {
		expect(author.email).toMatch(/@[\w-]+\.invalid$/);
		const papers = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'];
		const pages = [...filesIn('docs'), ...filesIn('.github'), ...papers].filter(
			(file) => !file.endsWith('.png'),
		);
		const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/g;
		expect(pages.flatMap((page) => textOf(page).match(address) ?? [])).toEqual([]);
	});
});
