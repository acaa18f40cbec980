import { z } from 'zod/v3';
import { itemsOf, type Execution } from './execution';
import { renderTable, type Column } from './table';
import { typePrefix, type Workflow } from './workflow';

const clip = z.object({
	projectId: z.string(),
	projectName: z.string().optional(),
	rank: z.number(),
	viralScore: z.number().nullable(),
	durationSeconds: z.number().nullable(),
	title: z.string().nullish(),
});

/** The fields of a clip item that the table shows. */
export type Clip = z.output<typeof clip>;

/** The clips that the Clip: Get nodes of a workflow gave out. Other items, such as a project's status, are left out. */
export function clipsOf(workflow: Workflow, execution: Execution): Clip[] {
	return workflow.nodes
		.filter(({ type, parameters }) => type === `${typePrefix}clip` && parameters.operation === 'get')
		.flatMap(({ name }) => itemsOf(execution, name))
		.flatMap(({ json }) => {
			const read = clip.safeParse(json);
			return read.success ? [read.data] : [];
		});
}

const columns: Column[] = [
	{ title: 'project', align: 'left', limit: 28 },
	{ title: 'rank', align: 'right', limit: 6 },
	{ title: 'score', align: 'right', limit: 6 },
	{ title: 'seconds', align: 'right', limit: 8 },
	{ title: 'title', align: 'left', limit: 200 },
];

function shown(value: number | null): string {
	return value === null ? '–' : value.toFixed(1);
}

/**
 * The clips as a table.
 * @param width - Cells that a line may take.
 */
export function clipTable(clips: readonly Clip[], width: number): string[] {
	const rows = clips.map((each) => [
		each.projectName ?? each.projectId,
		String(each.rank),
		shown(each.viralScore),
		shown(each.durationSeconds),
		each.title ?? '',
	]);
	return renderTable(columns, rows, width);
}

/** One line that sums the clips up. */
export function clipTotals(clips: readonly Clip[], milliseconds: number): string {
	const projects = new Set(clips.map(({ projectId }) => projectId)).size;
	const length = clips.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0);
	return (
		`${clips.length} clips (${Math.round(length)} s) from ${projects} ` +
		`${projects === 1 ? 'video' : 'videos'} in ${Math.round(milliseconds / 1000)} s`
	);
}
