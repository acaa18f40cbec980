import { NOT_THE_SERVICE } from '../../nodes/Clip/problems/credentialFaults';
import { exampleFiles, readWorkflow } from '../../tools/host/workflow';
import { hinderedBy, UNKNOWN_CREATION } from '../rules/given/texts';
import { filesIn, textOf } from '../rules/given/project';

/** Letters and digits as pages and titles have them, whatever stands in the place of a number or a name. */
const plain = (text: string): string =>
	text
		.replace(/(?:…|(?<!\w)\d).*/s, '')
		.replace(/[^\p{L} ]/gu, '')
		.trim()
		.toLowerCase();
const wordsOf = (text: string): string[] => plain(text).split(/\s+/);
const inBold = (text: string): string[] =>
	[...text.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, bold = '']) => bold);

/** How much of the words of two texts they share, in any order; of a title, what stands before a colon. */
function likeness(bold: string, title: string): number {
	const [one, other] = [wordsOf(bold), wordsOf(title.split(':')[0] ?? '')];
	return one.filter((word) => other.includes(word)).length / Math.max(one.length, other.length);
}

const pages = filesIn().filter((file) => /^(?:README|(?:docs|examples)\/.*)\.md$/.test(file));
const notes = exampleFiles().flatMap((file) =>
	readWorkflow(file).nodes.map(({ parameters }) => [file, JSON.stringify(parameters)] as const),
);
const quoted = [...pages.map((page) => [page, textOf(page)] as const), ...notes].flatMap(([page, text]) =>
	inBold(text).map((bold) => ({ page, bold })),
);

describe('Errors that pages and notes quote in bold', () => {
	// All words of the nodes stand in two snapshots, a title or a sentence in a line.
	const titles = ['money', 'words'].flatMap((name) =>
		textOf(`test/promise/__snapshots__/${name}.test.ts.snap`)
			.split('\n')
			.map((line) => line.trim().replace(/^"/, '')),
	);
	const begins = (bold: string): boolean => titles.some((title) => plain(title).startsWith(plain(bold)));

	it('are in the words of the nodes', () => {
		expect(titles.length).toBeGreaterThan(100);
		const stale = quoted.filter(
			({ bold }) =>
				wordsOf(bold).length >= 5 && !begins(bold) && titles.some((title) => likeness(bold, title) >= 0.7),
		);
		expect(stale).toEqual([]);
	});

	it.each([
		['docs/money.md', UNKNOWN_CREATION.title],
		['docs/troubleshooting.md', hinderedBy('certificate').title],
		['docs/credential.md', NOT_THE_SERVICE.title],
	])('stand in %s: %s', (page, title) => {
		const said = quoted.filter((one) => one.page === page).map(({ bold }) => plain(bold));
		expect(said.filter((bold) => wordsOf(bold).length >= 3 && plain(title).startsWith(bold))).not.toEqual([]);
	});
});
