/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { basename } from 'node:path';
import { runInNewContext } from 'node:vm';
import { z } from 'zod/v3';
import { exampleFiles, readWorkflow } from '../../tools/host/workflow';

const output = z.array(z.object({ json: z.object({ fields: z.string() }) })).length(1);
const field = z.object({ fieldType: z.string(), html: z.string().optional() });

const file = exampleFiles().find((name) => name.includes('2-approve')) ?? '';
const page = readWorkflow(file).nodes.find(({ name }) => name === 'Review Page');

/** What the page shows of each clip that waits, from top to bottom. */
function shown(rows: readonly object[], projects: readonly object[]): string[] {
	const itemsOf = (all: readonly object[]) => ({ all: () => all.map((json) => ({ json })) });
	const code = `(() => {${String(page?.parameters.jsCode)}})()`;
	const made: unknown = runInNewContext(code, { $: () => itemsOf(rows), $input: itemsOf(projects) });
	// What comes from another context has other prototypes.
	const [item] = output.parse(JSON.parse(JSON.stringify(made)));
	const fields = z.array(field).parse(JSON.parse(item?.json.fields ?? ''));
	return fields.flatMap(({ html }) => html ?? []);
}

const row = (id: number, projectId: string, videoId: string) => ({ id, projectId, videoId, title: videoId });
const clip = (projectId: string, videoId: string) => ({
	projectId,
	videoId,
	videoUrl: `https://files.example.com/${projectId}-${videoId}.mp4`,
});

describe('The page of Podcast to Approved Shorts', () => {
	const rows = [row(1, '10', 'a'), row(2, '20', 'b'), row(3, '30', 'c')];

	it('shows each clip with its own file, in whatever order the projects come, and however many', () => {
		const projects = [
			{ projectId: '20', clips: [clip('20', 'x'), clip('20', 'b')] },
			{ projectId: '10', clips: [clip('10', 'a'), clip('10', 'b')] },
		];
		const [first, second, third] = shown(rows, projects);
		expect(first).toContain('src="https://files.example.com/10-a.mp4"');
		expect(second).toContain('src="https://files.example.com/20-b.mp4"');
		expect(third).toContain('cannot be played now');
	});

	it('says of a clip whose project cannot be asked for that it cannot be played', () => {
		const [first, second] = shown(rows.slice(0, 2), [{ error: 'gone' }, { clips: [clip('20', 'b')] }]);
		expect(first).toContain('cannot be played now');
		expect(second).toContain('src="https://files.example.com/20-b.mp4"');
	});
});

describe('Podcast to Approved Shorts', () => {
	const parts = exampleFiles()
		.filter((name) => name.includes('podcast-to-approved-shorts'))
		.map(readWorkflow);
	const formFields = z.object({
		formFields: z.object({ values: z.array(z.object({ fieldName: z.string() })) }),
	});
	const working = parts.flatMap(({ nodes }) => nodes).filter(({ type }) => !type.endsWith('.stickyNote'));

	it('has one form of at most ten fields, and nothing else to fill in but credentials', () => {
		const forms = working.flatMap(
			({ parameters }) => formFields.safeParse(parameters).data?.formFields.values ?? [],
		);
		expect(forms.length).toBeGreaterThan(5);
		expect(forms.length).toBeLessThanOrEqual(10);
		const madeUp = working.filter(({ parameters }) =>
			/example\.com|my-|\.\.\.\//.test(JSON.stringify(parameters)),
		);
		expect(madeUp.map(({ name }) => name)).toEqual([]);
	});

	it('keeps in its tables every column that a node reads or writes', () => {
		const table = z.object({
			tableName: z.string(),
			columns: z.object({ column: z.array(z.object({ name: z.string() })) }),
		});
		const made = working.flatMap(({ parameters }) => table.safeParse(parameters).data ?? []);
		const columnsOf = new Map(
			made.map(({ tableName, columns }) => [tableName, columns.column.map(({ name }) => name)]),
		);
		const row = z.object({
			dataTableId: z.object({ value: z.string() }),
			filters: z.object({ conditions: z.array(z.object({ keyName: z.string() })) }).optional(),
			columns: z.object({ value: z.record(z.unknown()) }).optional(),
			orderByColumn: z.string().optional(),
		});
		const used = working.flatMap(({ name, parameters }) => {
			const { data } = row.safeParse(parameters);
			if (data === undefined) return [];
			const named = [
				...(data.filters?.conditions ?? []).map(({ keyName }) => keyName),
				...Object.keys(data.columns?.value ?? {}),
				...(data.orderByColumn === undefined ? [] : [data.orderByColumn]),
			];
			return named.map((column) => ({ name, table: data.dataTableId.value, column }));
		});
		expect(used.length).toBeGreaterThan(100);
		const lacking = used.filter(
			({ table: of, column }) => column !== 'id' && columnsOf.get(of)?.includes(column) !== true,
		);
		expect(lacking).toEqual([]);
	});

	it('saves no execution that only looked', () => {
		const looking = parts.filter(({ nodes }) => nodes.some(({ type }) => type.endsWith('.scheduleTrigger')));
		expect(looking.map(({ settings }) => settings?.saveDataSuccessExecution)).toEqual([
			'none',
			'none',
			'none',
		]);
	});
});

it.each(exampleFiles().map((name) => [basename(name), readWorkflow(name)] as const))(
	'%s has no Code node of more than 30 lines',
	(_name, { nodes }) => {
		const code = z.object({ jsCode: z.string() });
		const long = nodes.filter(
			({ parameters }) => (code.safeParse(parameters).data?.jsCode ?? '').split('\n').length > 30,
		);
		expect(long.map((node) => node.name)).toEqual([]);
	},
);
