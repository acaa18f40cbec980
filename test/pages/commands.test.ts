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
});
