import type { Failure } from '../../e2e/publish/node';
import { platforms } from '../../e2e/publish/platforms';
import { stores } from '../../e2e/publish/stores';
import { textOf } from '../package/project';

/** How the page says where a clip that failed leaves. */
const words: Record<Failure, RegExp> = {
	'with all of its fields': /^the clip$/,
	'linked, with its error only': /^linked$/,
	'not linked, with its error only': /^not linked$/,
	'not linked, for both': /^one `error` for all$/,
	'by the success output, with its error': /leaves by the success output\*\*, as `error`$/,
	'by the success output, like a good one': /leaves by the success output, like a good one\*\*$/,
	'by the success output, like a good one, and sends no other':
		/like a good one, and the clips after it are not sent\*\*$/,
};

const rows = textOf('docs/publishing.md')
	.split('\n')
	.map((line) => line.split(/(?<!\\) *\| */).slice(1, -1))
	.filter((cells) => cells.length === 6)
	.map(([node = '', , , errorOutput = '', , tried = '']) => ({
		node: node.replace(/\*\*|\[|\].*/g, ''),
		errorOutput,
		tried,
	}));

it.each([...platforms, ...stores].map((one) => [one.row, one] as const))(
	'docs/publishing.md says of %s what a real n8n does, and that it was tried',
	(row, { failure }) => {
		// A node with two ways of taking a file has one row.
		const [name = ''] = row.split(/, (?=Form-Data|n8n Binary)/);
		const first = rows.find(({ node }) => node.startsWith(name));
		expect(first?.errorOutput).toMatch(words[failure]);
		expect(first?.tried).toBe('tried');
	},
);
