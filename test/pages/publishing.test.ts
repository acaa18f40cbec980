import { outcomes } from '../../tools/beds/publish/nodes';
import { textOf } from '../rules/given/project';

/** How the page says where a clip that failed leaves. */
const words: Readonly<Record<string, RegExp>> = {
	'with all of its fields': /^the clip$/,
	'linked, with its error only': /^linked$/,
	'not linked, with its error only': /^not linked$/,
	'not linked, for both': /^one `error` for all$/,
	'by the success output, with its error': /leaves by the success output\*\*, as `error`$/,
	'by the success output, like a good one': /leaves by the success output, like a good one\*\*$/,
	'by the success output, like a good one, and sends no other':
		/like a good one, and the clips after it are not sent\*\*$/,
};

const page = textOf('docs/publish.md');
const tried = Object.entries(outcomes.nodes);

/** What the table of nodes says. */
const lines = (page.split('## Nodes')[1]?.split('\n## ')[0] ?? '')
	.split('\n')
	.filter((line) => /^\| (?:\*\*|\[)/.test(line));
const rows = lines
	.map((line) => line.split(/(?<!\\) *\| */).slice(1, -1))
	.filter((cells) => cells.length === 4)
	.map(([node = '', , , errorOutput = '']) => [node.replace(/\*\*|\[|\].*/g, ''), errorOutput] as const);

it('docs/publish.md has as many rows as its table has lines', () => {
	expect([rows.length > 5, rows.length]).toEqual([true, lines.length]);
});

it.each(rows)('docs/publish.md says of %s what a real n8n does', (node, errorOutput) => {
	const one = tried.find(([row]) => node.startsWith(row.replace(/, (?:Form-Data|n8n Binary).*/, '')));
	expect(errorOutput).toMatch(words[one?.[1] ?? ''] ?? 'a node that was tried');
});

it('docs/publish.md names each node that hands on a clip that failed like a good one', () => {
	const [, warned = ''] =
		/(?<=\. )([^.]+) hand on a clip that failed by the success output\./.exec(page) ?? [];
	const handing = tried.filter(([, failure]) => failure.startsWith('by the success output'));
	const inRows = rows
		.filter(([, errorOutput]) => errorOutput.includes('success output'))
		.map(([node]) => node);
	const named = [...inRows, ...warned.split(' and ')];
	expect(handing.map(([row]) => row).filter((row) => !named.some((name) => name.startsWith(row)))).toEqual(
		[],
	);
});
