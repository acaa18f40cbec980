import { table } from '../../docs/markdown';
import { describeMachine } from '../machine';
import type { Results } from '../results';
import { median, meets } from '../statistics';
import type { Figure } from '../figure';
import { RATIOS_FILE } from './plots';
import { goalText, ratioText, withUnit } from './table';

/** Where the figures stand in the page on performance. */
const MARKS = { begin: '<!-- figures:begin -->', end: '<!-- figures:end -->' } as const;

/** The figures that the page shows, in its order; that of the results has all. */
export const HEADLINES: readonly string[] = [
	'Nodes from link to published clip',
	'Parameters to fill',
	'Expressions to write',
	'Clicks to three nodes',
	'Texts to type for three nodes',
	'Requests per waiting project and minute',
	'Executions of n8n for a wait that pauses',
	'Executions of n8n left waiting after a wait that pauses',
	'CPU of n8n to start a wait that pauses',
	"CPU of n8n to start a wait that pauses, against n8n's own part",
	'CPU of n8n per waiting project and minute, at 200',
	"CPU of n8n per waiting project and minute, at 200, against n8n's own part",
	'CPU of n8n per waiting project and minute, at 1,000',
	"CPU of n8n per waiting project and minute, at 1,000, against n8n's own part",
	'CPU of n8n per waiting project and minute, with LAZY_ACQUIRE',
	'Memory of n8n while 1,000 projects wait',
	'Memory of n8n when 1,000 waits are due after a standstill',
	'CPU time of n8n when 1,000 waits are due after a standstill',
	'Time until all have asked, when 1,000 waits are due after a standstill',
	'CPU of n8n for a submission with its journal',
	"CPU of n8n for a submission with its journal, against n8n's own part",
	'CPU of n8n for a submission with its journal, against one execution',
	'Time that the journal adds to a submission',
	'From the call of the service to the next node: Clip Trigger, beyond the Webhook node',
	'CPU of n8n for the largest call',
	'Extra memory of n8n for the largest call',
	'Get over 1,000 ready projects',
	'Reading a body of 100 clips',
	'Reading a body of 100 clips, against the least that makes the same items',
	'Memory to read the longest answer',
	'Download of 1 GB',
	'Extra memory of an n8n that has just started, Download of 1 GB',
	'Download of 1,000 files of 1 MB in one run',
	'Download of 1,000 files of 1 MB in one run: growth',
	'Download of 1,000 files of 1 MB in a loop',
	'Download of 1,000 files of 1 MB in a loop: growth',
	'Load time in n8n',
	'Tarball',
	'Packages installed beside it',
	'The first start until n8n is ready, beyond what npm and the compiler of SQLite take',
	'npm test',
	'.ci/run',
];

function cellsOf(figure: Figure): string[] {
	const { name, unit, ours, peer, goal } = figure;
	const met = meets(figure);
	const theirs = peer === undefined ? '' : `${withUnit(median(peer.sample), unit)} (${peer.name})`;
	return [
		name,
		withUnit(median(ours), unit),
		theirs,
		ratioText(figure),
		`${goalText(goal, unit)}${met === false ? ', missed' : ''}`,
	];
}

const sameText = (texts: string[]): string[] => [...new Set(texts)];

/** What the page tells of the figures: one table, when and where they were measured, and a plot. */
export function figuresSection(results: Results): string {
	const all = Object.values(results);
	const figures = all.flatMap((each) => each.figures);
	const rows = HEADLINES.flatMap((name) => figures.filter((figure) => figure.name === name).map(cellsOf));
	const dates = sameText(all.map(({ date }) => date).sort()).join(', ');
	const machines = sameText(all.map(({ machine }) => describeMachine(machine))).join('; ');
	return [
		`Measured on ${dates}: ${machines}. Medians; [all figures, with spread, notes and plots](../test/bench/results/figures.md). To repeat: \`npm run bench\`; for the commands, \`npm run bench -- commands checks\`.`,
		table(['Figure', 'These nodes', 'Peer or limit', 'Ratio', 'Goal'], rows),
		`![Each figure as a multiple of its peer, and the goal](../test/bench/results/${RATIOS_FILE})`,
	].join('\n\n');
}

/**
 * The page with the figures between the marks.
 *
 * @throws Error when a mark is missing
 */
export function withFigures(page: string, section: string): string {
	const begin = page.indexOf(MARKS.begin);
	const end = page.indexOf(MARKS.end);
	if (begin < 0 || end < begin) throw new Error(`docs/performance.md lacks ${MARKS.begin} or ${MARKS.end}.`);
	return `${page.slice(0, begin)}${MARKS.begin}\n\n${section}\n\n${page.slice(end)}`;
}
