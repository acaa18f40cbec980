import { parse } from 'yaml';
import { z } from 'zod/v3';
import { exists, filesIn, manifest, scriptsIn, textOf } from './project';

const step = z.object({
	run: z.string().default(''),
	uses: z
		.string()
		.regex(/^actions\/[\w-]+@v\d+$/)
		.optional(),
});
const workflow = z.object({
	permissions: z.record(z.enum(['read', 'write', 'none'])),
	jobs: z.record(z.object({ steps: z.array(step).nonempty() })),
});

const read = (file: string) => workflow.parse(parse(textOf(file)));

describe('The workflows of GitHub', () => {
	it.each(filesIn('.github/workflows'))('%s may do no more than it has to', (file) => {
		const publishes = file.endsWith('publish.yml') && { 'id-token': 'write' };
		expect(read(file).permissions).toEqual({ contents: 'read', ...publishes });
	});

	it('try the oldest Node that the package allows, that of n8n, and those between', () => {
		expect(textOf('.github/workflows/ci.yml')).toContain('node: [20, 22, 24]');
		expect(manifest.engines.node).toMatch(/^>=20\./);
	});

	it('publish tested code, by the way that n8n asks for', () => {
		const { jobs } = read('.github/workflows/publish.yml');
		const commands = Object.values(jobs).flatMap(({ steps }) => steps.map((each) => each.run));
		expect(commands).toContain('npm test');
		expect(commands.indexOf('npm run release')).toBeGreaterThan(commands.indexOf('npm test'));
		expect(manifest.scripts.release).toBe('n8n-node release');
	});
});

const form = z.object({ body: z.array(z.object({ id: z.string().optional() }).passthrough()).nonempty() });

it.each(filesIn('.github/ISSUE_TEMPLATE').filter((file) => !file.endsWith('config.yml')))(
	'The form %s is one, and warns of keys and signed links',
	(file) => {
		const ids = form.parse(parse(textOf(file))).body.flatMap(({ id }) => id ?? []);
		expect(new Set(ids).size).toBe(ids.length);
		expect(textOf(file)).toMatch(/no API key and no signed link/i);
	},
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
