import type { FaultRow, OnCreate, OnQuery } from './faultTable';

/** Where the table stands on the contributors' page. */
export const MARKS = { begin: '<!-- faults:begin -->', end: '<!-- faults:end -->' } as const;

function onCreate(create: OnCreate | null, refused: boolean): string {
	if (create === null) return '';
	const { outcome } = create;
	if (outcome === 'unknownWhetherCreated') return '`unknownWhetherCreated`; never sent again';
	if (outcome !== 'accepted') return `\`${outcome}\`: nothing was created; not sent again by itself`;
	if (refused) return 'nothing left n8n; sent again a few times, then `temporary`';
	if (create.sent > 1)
		return 'nothing was created; sent again after a pause, within a limit, then `rateLimited`';
	return 'accepted';
}

function onQuery(query: OnQuery | null): string {
	if (query === null) return '';
	if (query.outcome === 'atOnce') return 'read as it is';
	if (query.outcome !== 'passes') return `\`${query.outcome}\`, at once`;
	if (query.stays === 'unreadable') return 'asked again; `unreadable` after 5 such answers in a row';
	if (query.stays === 'ready') return 'asked again; after 5 such answers in a row ready without clips';
	return 'asked again until it passes; `timedOut` at the limit of the wait';
}

/**
 * The table of the contributors' page, as Prettier writes tables.
 *
 * @param rows - the faults
 */
export function faultMarkdown(rows: readonly FaultRow[]): string {
	const lines = [
		['Fault', 'Create: what it means, sent again?', 'Wait and Get: what happens'],
		...rows.map(({ name, fault, create, query }) => [
			name,
			onCreate(create, fault === 'refused'),
			onQuery(query),
		]),
	];
	const widths = [0, 1, 2].map((column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
	const written = lines.map(
		(cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`,
	);
	const [head, ...body] = written;
	return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

/**
 * The page with the table between the marks.
 *
 * @param page - the page as it is
 * @param table - what has to stand between the marks
 * @throws Error when a mark is missing
 */
export function withTable(page: string, table: string): string {
	const begin = page.indexOf(MARKS.begin);
	const end = page.indexOf(MARKS.end);
	if (begin < 0 || end < begin) throw new Error(`CONTRIBUTING.md lacks ${MARKS.begin} or ${MARKS.end}.`);
	return `${page.slice(0, begin)}${MARKS.begin}\n\n${table}\n\n${page.slice(end)}`;
}
