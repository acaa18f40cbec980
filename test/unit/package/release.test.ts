import { z } from 'zod/v3';
import { filesIn, textOf } from './project';

const { version, keywords, author } = z
	.object({
		version: z.string(),
		keywords: z.array(z.string()),
		author: z.object({ name: z.string(), email: z.string() }).passthrough(),
	})
	.parse(JSON.parse(textOf('package.json')));

describe('What a release shows', () => {
	it('is a changelog with a dated entry for its version, and a link for each entry', () => {
		const changelog = textOf('CHANGELOG.md');
		expect(changelog).toMatch(
			new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
		);
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
		expect(keywords).toEqual(
			expect.arrayContaining([
				'n8n-community-node-package',
				'youtube',
				'tiktok',
				'podcast',
				'ai',
				'video',
				'clips',
			]),
		);
		expect(new Set(keywords).size).toBe(keywords.length);
	});

	it("is no mail address that may be somebody's", () => {
		expect(author.email).toMatch(/@[\w-]+\.invalid$/);
		const pages = [
			...filesIn('docs'),
			...filesIn('.github'),
			'README.md',
			'CONTRIBUTING.md',
			'CHANGELOG.md',
			'SECURITY.md',
			'LICENSE',
		];
		const texts = pages.filter((file) => !file.endsWith('.png')).map((file) => textOf(file));
		const addresses = texts.flatMap((text) => text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/g) ?? []);
		expect(addresses).toEqual([]);
	});
});
