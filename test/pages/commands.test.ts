import { z } from 'zod/v3';
import { exists, filesIn, manifest, textOf } from '../rules/given/project';

/** What npm can do by itself. */
const OF_NPM = ['ci', 'install', 'pack', 'version'];

/** A command in a shell block, a code span or a step of CI, without what is set for it. */
const COMMAND = /(?:^ *|`|&& |- run: )(?:[A-Z_]+=\S+ )*((?:npm|npx|bash) [^`\n&]+)/gm;

/** Whether somebody who has cloned the project can run it. */
function isThere(command: string): boolean {
	const [program, first = '', second = ''] = command.trim().split(/\s+/);
	if (program === 'npx') return exists(`node_modules/.bin/${first}`);
	if (program === 'bash') return exists(first);
	return OF_NPM.includes(first) || (first === 'run' ? second : first) in manifest.scripts;
}

describe('Commands', () => {
	const papers = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesIn('.github'), ...filesIn('docs')];
	const commands = papers
		.filter((file) => /\.(?:md|yml)$/.test(file))
		.flatMap((file) => [...textOf(file).matchAll(COMMAND)].map(([, command = '']) => `${file}: ${command}`));

	it('of the pages and of CI can be run', () => {
		expect(commands.length).toBeGreaterThan(25);
		expect(commands.filter((command) => !isThere(command.slice(command.indexOf(': ') + 2)))).toEqual([]);
	});

	it.each(Object.entries(manifest.scripts))(
		'the script %s calls only what package.json lists',
		(_name, script) => {
			const bin = z.union([z.string(), z.record(z.string())]).optional();
			const called = script.split(' && ').map((command) => command.split(' ')[0] ?? '');
			const listed = Object.keys(manifest.devDependencies).flatMap((name) => {
				const own =
					z.object({ bin }).parse(JSON.parse(textOf(`node_modules/${name}/package.json`))).bin ?? {};
				return typeof own === 'string' ? [name] : Object.keys(own);
			});
			expect(called.filter((program) => ![...listed, 'node'].includes(program))).toEqual([]);
		},
	);

	it.each(Object.entries(manifest.scripts))('the script %s uses files that there are', (_name, script) => {
		const files = [...script.matchAll(/\btest\/[\w/.]+\.\w+/g)].map(([file]) => file);
		expect(files.filter((file) => !exists(file))).toEqual([]);
	});
});
