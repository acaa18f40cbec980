import { z } from 'zod/v3';
import { filesIn, manifest, textOf } from '../rules/given/project';

const { version, author } = z
	.object({ version: z.string(), author: z.object({ email: z.string() }) })
	.parse(JSON.parse(textOf('package.json')));

it('A release has a dated entry in the changelog, a link for each entry, and a page on vulnerabilities', () => {
	const changelog = textOf('CHANGELOG.md');
	expect(changelog).toMatch(
		new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
	);
	for (const [, name = ''] of changelog.matchAll(/^## \[(.+?)\]/gm))
		expect(changelog).toContain(`\n[${name.toLowerCase()}]: https://`);
	expect(textOf('SECURITY.md')).toContain(`| ${version.split('.').slice(0, 2).join('.')} `);
});

it("No page has a mail address that may be somebody's, and forms warn of keys and signed links", () => {
	expect(author.email).toMatch(/@[\w-]+\.invalid$/);
	const papers = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'];
	const pages = [...filesIn('docs'), ...filesIn('.github'), ...papers].filter(
		(file) => !/\.(?:png|webp)$/.test(file),
	);
	const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/g;
	expect(pages.flatMap((page) => textOf(page).match(address) ?? [])).toEqual([]);
	const forms = filesIn('.github/ISSUE_TEMPLATE').filter((file) => !file.endsWith('config.yml'));
	for (const form of forms) expect(textOf(form)).toMatch(/no API key and no signed link/i);
});

describe('The workflows of GitHub', () => {
	it.each(filesIn('.github/workflows'))('%s may do no more than it has to', (file) => {
		const [, granted = ''] =
			/^permissions:\n((?: {2}.+\n)+)/m.exec(textOf(file).replace(/^ *#.*\n/gm, '')) ?? [];
		const publishes = file.endsWith('publish.yml') ? ['id-token: write'] : [];
		expect(granted.trim().split(/\n */)).toEqual(['contents: read', ...publishes]);
		expect(textOf(file).match(/^ +permissions:/gm)).toBeNull();
	});

	it('use actions by a commit, beside which stands its version', () => {
		const uses = filesIn('.github/workflows').flatMap((file) => textOf(file).match(/uses: .*/g) ?? []);
		const others = uses.filter((line) => !/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line));
		expect([uses.length > 5, others]).toEqual([true, ['uses: ./.github/workflows/ci.yml']]);
	});

	it('publish what all tests have passed, under the version that the tag names', () => {
		const publish = textOf('.github/workflows/publish.yml');
		expect(publish).toMatch(/needs: tests\n[^]*GITHUB_REF_NAME[^]*\.version[^]*- run: npm run release\n/);
		expect(manifest.scripts.release).toBe('n8n-node release');
	});
});
