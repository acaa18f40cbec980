import { z } from 'zod/v3';
import { REFUSAL } from '../../../nodes/Clip/trigger/rules/advice';
import { GENERATED } from '../../docs/parts';
import { n8nVersion } from '../../host/runtime';
import { markers, nothingMatches } from '../../simulator/markers';
import { filesIn, manifest, textOf } from '../package/project';

it.each(GENERATED)(
	'What the manual says of the code is what the code says, in %s (to refresh it: npm run docs)',
	(file, wanted) => expect(textOf(file)).toBe(wanted(textOf(file))),
);

describe('Versions in the manual', () => {
	const install = textOf('docs/install.md');
	const trial = textOf('docs/try-without-an-account.md');

	it('of n8n are those that the tests run on', () => {
		const images = [...install.matchAll(/n8nio\/n8n:(\S+)/g)].map(([, version]) => version);
		expect([...new Set(images)]).toEqual([n8nVersion]);
		expect(trial).toContain(`a real n8n (${n8nVersion},`);
		const oldest = z
			.object({ dependencies: z.object({ 'n8n-core': z.string() }) })
			.parse(JSON.parse(textOf('test/oldest/package.json')));
		expect(textOf('README.md')).toContain(`the nodes with n8n ${n8nVersion} and`);
		expect(install).toContain(`with the engine of ${oldest.dependencies['n8n-core']}.`);
		expect(install).toContain(`The manual was tried with n8n ${n8nVersion}.`);
	});

	it('of Node are those that the package allows', () => {
		const least = manifest.engines.node.replace('>=', '');
		expect(trial).toContain(`need Node.js ${least} or later`);
		expect(install).toContain(`Development and tests run on Node.js ${Number.parseInt(least, 10)} to 24`);
	});
});

it('The page on trying without an account lists all words that steer the simulator, and no others', () => {
	const listed = textOf('docs/try-without-an-account.md').match(/\bsim-[\w-]+/g) ?? [];
	// Of the codes by which a project may fail, one stands for all.
	const named = markers.filter((word) => !/-fails-(?!4005)/.test(word));
	expect([...new Set(listed)].sort()).toEqual([...named, nothingMatches].sort());
});

describe('Messages that the manual lists by hand', () => {
	const [errors = '', hints = ''] = textOf('docs/errors.md').split('## Hints');
	const [, trigger = ''] = errors.split('## Clip Trigger');
	const messagesIn = (text: string, pattern: RegExp): string[] =>
		[...text.matchAll(pattern)].map(([, message = '']) => message);
	const refusals = messagesIn(trigger, /^\| HTTP \d+ \*\*(.+?)\*\*/gm);

	it('are all refusals of a call', () => {
		expect([...refusals].sort()).toEqual(Object.values(REFUSAL).sort());
	});

	it('are hints of the nodes', () => {
		const files = filesIn('nodes').filter((file) => file.endsWith('.ts'));
		const code = files.map(textOf).join('\n');
		const parts = messagesIn(hints, /^\| \*\*(.+?)\*\* .*$/gm).flatMap((hint) => hint.split('…'));
		expect(parts.length).toBeGreaterThan(10);
		expect(parts.filter((part) => !code.includes(part.trim()))).toEqual([]);
	});
});
