import { exists, filesIn, manifest, textOf } from '../package/project';

/** Tools of the systems that the pages are for. */
const OF_THE_SYSTEM = new Set(['cd', 'curl', 'git', 'mkdir']);
/** What npm can do by itself. */
const OF_NPM = new Set(['ci', 'install', 'pack', 'version']);
/** What npm runs without `run`. */
const SHORT = new Set(['start', 'test']);

/** The commands in the shell blocks and the code spans of a page, without what is set for them. */
function commandsIn(page: string): string[] {
	const blocks = [...page.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
		block.split('\n'),
	);
	const spans = [...page.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`|- run: (.+)/g)].map(
		([, span, step = '']) => span ?? step,
	);
	return [...blocks, ...spans.filter((span) => /^(?:[A-Z_]+=\S+ )*(?:npm|npx|bash|git|node) /.test(span))]
		.flatMap((line) => line.split('&&'))
		.map((command) => command.trim().replace(/^(?:[A-Z_]+=\S+ )*/, ''))
		.filter((command) => command !== '' && !command.startsWith('#'));
}

/** Whether somebody who has cloned the project can run it. */
function isThere(command: string): boolean {
	const [program = '', first = '', second = ''] = command.split(/\s+/);
	if (OF_THE_SYSTEM.has(program)) return true;
	if (program === 'npm') return OF_NPM.has(first) || (SHORT.has(first) ? first : second) in manifest.scripts;
	if (program === 'npx') return exists(`node_modules/.bin/${first}`);
	return program === 'bash' && exists(first);
}

describe('Commands', () => {
	const papers = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesIn('.github'), ...filesIn('docs')];
	const commands = papers
		.filter((file) => /\.(?:md|yml)$/.test(file))
		.flatMap((file) => commandsIn(textOf(file)).map((command) => ({ file, command })));

	it('of the pages and of CI can be run', () => {
		expect(commands.length).toBeGreaterThan(25);
		expect(commands.filter(({ command }) => !isThere(command))).toEqual([]);
	});

	it('name suites that there are', () => {
		const named = commands.flatMap(({ command }) =>
			/--selectProjects ((?:\w+ ?)+)/.exec(command)?.[1]?.trim(),
		);
		const suites = named.flatMap((names) => names?.split(' ') ?? []);
		expect(suites).not.toEqual([]);
		for (const suite of suites) expect(textOf('jest.config.js')).toContain(`suite('${suite}'`);
	});

	it.each(Object.entries(manifest.scripts))('the script %s uses files that there are', (_name, script) => {
		const files = [...script.matchAll(/\btest\/[\w/.]+\.\w+/g)].map(([file]) => file);
		expect(files.filter((file) => !exists(file))).toEqual([]);
	});
});
