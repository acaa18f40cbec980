import { parse } from 'yaml';
import { z } from 'zod/v3';
import { exists, filesIn, manifest, scriptsIn, textOf } from './project';

const step = z.union([
	z.object({ run: z.string() }).passthrough(),
	z.object({ uses: z.string().regex(/^actions\/[\w-]+@v\d+$/) }).passthrough(),
]);

const workflow = z.object({
	name: z.string(),
	on: z.object({}).passthrough(),
	permissions: z.record(z.enum(['read', 'write', 'none'])),
	jobs: z.record(
		z
			.object({
				'runs-on': z.string(),
				strategy: z
					.object({ matrix: z.object({ node: z.array(z.number()) }) })
					.passthrough()
					.optional(),
				steps: z.array(step).nonempty(),
			})
			.passthrough(),
	),
});

const read = (file: string) => workflow.parse(parse(textOf(file)));

const commandsIn = (file: string): string[] =>
	Object.values(read(file).jobs)
		.flatMap(({ steps }) => steps)
		.flatMap((one) => ('run' in one && typeof one.run === 'string' ? [one.run] : []));

const workflows = filesIn('.github/workflows');

describe('The workflows of GitHub', () => {
	it.each(workflows)('%s is one, and calls scripts that there are', (file) => {
		const called = commandsIn(file).flatMap(scriptsIn);
		expect(called).not.toEqual([]);
		expect(called.filter((name) => !(name in manifest.scripts))).toEqual([]);
	});

	it.each(workflows)('%s may do no more than it has to', (file) => {
		const { permissions } = read(file);
		expect(permissions).toEqual(
			file.endsWith('publish.yml') ? { contents: 'read', 'id-token': 'write' } : { contents: 'read' },
		);
	});

	it('check the oldest Node that the package allows, that of n8n, and those between', () => {
		const { jobs } = read('.github/workflows/ci.yml');
		const nodes = jobs.check?.strategy?.matrix.node ?? [];
		expect(Math.min(...nodes)).toBe(Number(/\d+/.exec(manifest.engines.node)?.[0]));
		expect(nodes).toEqual([20, 22, 24]);
	});

	it('run every suite: linters, unit and engine tests, planted faults, the oldest n8n, a real n8n, queue mode, the figures', () => {
		const commands = commandsIn('.github/workflows/ci.yml');
		expect(commands.flatMap(scriptsIn).sort()).toEqual([
			'bench:short',
			'test',
			'test:e2e',
			'test:e2e',
			'test:oldest',
			'test:planted',
		]);
		const patterns = commands.flatMap((command) => {
			const [, kind, pattern] = /--testPath(Ignore)?Patterns '([^']+)'/.exec(command) ?? [];
			return pattern === undefined ? [] : [{ ignores: kind === 'Ignore', matches: new RegExp(pattern) }];
		});
		const suites = filesIn('test/e2e').filter((file) => file.endsWith('.test.ts'));
		for (const file of suites) {
			const running = patterns.filter(({ ignores, matches }) => matches.test(file) !== ignores);
			expect([file, running.length]).toEqual([file, 1]);
		}
	});

	it('publish tested code, by the way that n8n asks for', () => {
		const commands = commandsIn('.github/workflows/publish.yml');
		expect(commands.indexOf('npm run release')).toBeGreaterThan(commands.indexOf('npm test'));
		expect(commands).toContain('npm test');
		expect(manifest.scripts.release).toBe('n8n-node release');
	});
});

const form = z.object({
	name: z.string(),
	description: z.string(),
	body: z
		.array(
			z
				.object({
					type: z.enum(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']),
					id: z.string().optional(),
					attributes: z.object({ label: z.string().optional(), value: z.string().optional() }).passthrough(),
					validations: z.object({ required: z.boolean() }).optional(),
				})
				.strict(),
		)
		.nonempty(),
});

describe('The forms for reports', () => {
	const forms = filesIn('.github/ISSUE_TEMPLATE').filter((file) => !file.endsWith('config.yml'));

	it.each(forms)('%s is one, and warns of keys and signed links', (file) => {
		const { body } = form.parse(parse(textOf(file)));
		const ids = body.flatMap(({ id }) => id ?? []);
		expect(new Set(ids).size).toBe(ids.length);
		expect(textOf(file)).toMatch(/no API key and no signed link/i);
	});

	it('a bug report asks for what is always asked for', () => {
		const { body } = form.parse(parse(textOf('.github/ISSUE_TEMPLATE/bug_report.yml')));
		const required = body.filter(({ validations }) => validations?.required).map(({ id }) => id);
		expect(required).toEqual(expect.arrayContaining(['n8n', 'package', 'mode', 'operation', 'message']));
	});
});

describe('Commands', () => {
	it.each(['README.md', 'CONTRIBUTING.md', '.ci/run', '.github/PULL_REQUEST_TEMPLATE.md'])(
		'that %s names are there',
		(file) => {
			const called = scriptsIn(textOf(file));
			expect(called).not.toEqual([]);
			expect(called.filter((name) => !(name in manifest.scripts))).toEqual([]);
		},
	);

	it.each(Object.entries(manifest.scripts))('the script %s uses files that there are', (_name, script) => {
		const files = [...script.matchAll(/\btest\/[\w/.]+\.\w+/g)].map(([file]) => file);
		expect(files.filter((file) => !exists(file))).toEqual([]);
	});
});
