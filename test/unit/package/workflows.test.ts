import { exists, filesIn, manifest, scriptsIn, textOf } from './project';

describe('The workflows of GitHub', () => {
	it.each(filesIn('.github/workflows'))('%s may do no more than it has to', (file) => {
		const [, granted = ''] =
			/^permissions:\n((?: {2}.+\n)+)/m.exec(textOf(file).replace(/^ *#.*\n/gm, '')) ?? [];
		const publishes = file.endsWith('publish.yml') ? ['id-token: write'] : [];
		expect(granted.trim().split(/\n */)).toEqual(['contents: read', ...publishes]);
		expect(textOf(file).match(/^ +permissions:/gm)).toBeNull();
	});

	it('try the oldest Node that the package allows, that of n8n, and those between', () => {
		expect(textOf('.github/workflows/ci.yml')).toContain('node: [20, 22, 24]');
		expect(manifest.engines.node).toMatch(/^>=20\./);
	});

	it('publish tested code, by the way that n8n asks for', () => {
		expect(textOf('.github/workflows/publish.yml')).toMatch(/- run: npm test\n[^]*- run: npm run release\n/);
		expect(manifest.scripts.release).toBe('n8n-node release');
	});
});

it.each(filesIn('.github/ISSUE_TEMPLATE').filter((file) => !file.endsWith('config.yml')))(
	'The form %s warns of keys and signed links',
	(file) => expect(textOf(file)).toMatch(/no API key and no signed link/i),
);

describe('Commands', () => {
	it.each([
		'README.md',
		'CONTRIBUTING.md',
		'.ci/run',
		'.github/PULL_REQUEST_TEMPLATE.md',
		...filesIn('.github/workflows'),
	])('that %s names are there', (file) => {
		const called = scriptsIn(textOf(file));
		expect(called).not.toEqual([]);
		expect(called.filter((name) => !(name in manifest.scripts))).toEqual([]);
	});

	it.each(Object.entries(manifest.scripts))('the script %s uses files that there are', (_name, script) => {
		const files = [...script.matchAll(/\btest\/[\w/.]+\.\w+/g)].map(([file]) => file);
		expect(files.filter((file) => !exists(file))).toEqual([]);
	});
});
