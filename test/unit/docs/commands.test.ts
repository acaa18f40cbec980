import { exists, filesIn, manifest, textOf } from '../package/project';

/** Tools of the systems that the pages are for. */
const OF_THE_SYSTEM = new Set(['cd', 'curl', 'git', 'mkdir']);
/** What npm can do by itself. */
const OF_NPM = new Set(['install', 'pack', 'version']);
/** What npm runs without `run`. */
const SHORT = new Set(['start', 'test']);

/** The commands in the shell blocks and the code spans of a page, without what is set for them. */
function commandsIn(page: string): string[] {
	const blocks = [...page.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
		block.split('\n'),
	);
	const spans = [...page.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(
		([, span = '']) => span,
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

const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'.github/PULL_REQUEST_TEMPLATE.md',
	...filesIn('docs'),
].filter((file) => file.endsWith('.md'));
const commands = pages.flatMap((file) => commandsIn(textOf(file)).map((command) => [file, command]));

describe('Commands of the pages', () => {
	it.each(commands)('can be run, in %s: %s', (_file, command = '') => {
		expect(isThere(command)).toBe(true);
	});

	it('are found', () => {
		expect(commands.length).toBeGreaterThan(15);
		expect(commandsIn('`FUZZ_SEED=1 npm run nothing` && `x`').filter((command) => !isThere(command))).toEqual([
			'npm run nothing',
		]);
	});

	it.each(
		[...textOf('CONTRIBUTING.md').matchAll(/--selectProjects[= ](\w+)/g)].map(([, project = '']) => project),
	)('name suites that there are: %s', (project) => {
		expect(textOf('jest.config.js')).toContain(`'${project}'`);
	});
});
