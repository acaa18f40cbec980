/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { itemsOf, type Execution, type ExecutionItem, type WorkflowNode } from '../../../tools/host';
import type { Call } from '../../../tools/receivers';
import { n8nVersion } from '../../../tools/host/runtime';
import { byHand, fields, flow, node, pausingClip, to } from '../../../tools/beds/flows';
import { outcomes, type PublishNode, publishNodes, writeOutcomes } from '../../../tools/beds/publish/nodes';
import { fetchedBytes, type RecipeBed } from '../../../tools/beds/recipeBed';

/** Where the two clips of a run ended up: each named if n8n still knows which one it is. */
interface Outcome {
	readonly success: unknown[];
	readonly error: unknown[];
}

const unknownClip = 'unknown';
/** All that a call says, as a person reads it. */
const textOf = ({ url, body }: Call): string => `${decodeURIComponent(url.href)} ${body.toString()}`;

const rowOf = (row: string): PublishNode => {
	const found = publishNodes.find((one) => one.row === row);
	if (found === undefined) throw new TypeError(`There is no row "${row}".`);
	return found;
};
/** The node of a row, with what else is entered in it. */
const nodeOf = (
	{ type, typeVersion, parameters, credential }: PublishNode,
	more: object = {},
): WorkflowNode =>
	node('Upload', type, {
		typeVersion,
		parameters: { ...parameters, ...more },
		...(credential === undefined ? {} : { credentials: { [credential]: { id: '', name: '' } } }),
	});

/**
 * What n8n's own nodes, and those of publishing services, make of clips. What becomes of a clip that failed is compared with what was
 * seen before; the whole table, on another n8n, writes it anew.
 *
 * @param rows - some rows of it; the whole table when absent
 */
export function publishTableCases(bed: RecipeBed, rows?: readonly string[]): void {
	const chosen = rows === undefined ? publishNodes : rows.map(rowOf);
	const isNew = rows === undefined && outcomes.n8n !== n8nVersion;
	const found: Record<string, string> = {};
	afterAll(() => {
		if (isNew && Object.keys(found).length === publishNodes.length) writeOutcomes(found);
	});
	let projectId = '';
	let clips: ExecutionItem[] = [];

	/** Hands the two best clips to a node, both of whose outputs say which clip an item is of. */
	const publish = async (upload: WorkflowNode, onError = 'continueErrorOutput'): Promise<Execution> => {
		const filters = { limit: 2 };
		const get = pausingClip('Get', {
			operation: 'get',
			projectId,
			downloadFiles: true,
			simplify: false,
			filters,
		});
		const which = (name: string) => ({
			...fields(name, { clip: "={{ $('Get').item.json.videoId }}" }),
			onError: 'continueRegularOutput',
		});
		const workflow = flow(upload.type, [byHand, get, { ...upload, onError }, which('Posted')]);
		const main = ['Posted', 'Failed'].map(to);
		const run = await bed.run({
			...workflow,
			nodes: [...workflow.nodes, which('Failed')],
			connections: { ...workflow.connections, Upload: { main } },
		});
		clips = itemsOf(run, 'Get');
		return run;
	};
	const outcomeOf = (run: Execution): Outcome => {
		const [success = [], error = []] = ['Posted', 'Failed'].map((name) =>
			itemsOf(run, name).map(({ json }) => json.clip ?? unknownClip),
		);
		return { success, error };
	};
	/** Where the first clip left, which failed, and what it is linked to. */
	const leaving = ({ success, error }: Outcome, run: Execution, calls: readonly Call[]): string => {
		const [first, second] = clips.map(({ json }) => json.videoId);
		const own = itemsOf(run, 'Upload', 1)[0]?.json;
		if (isDeepStrictEqual([success, error], [[first, second], []])) {
			if (itemsOf(run, 'Upload')[0]?.json.error !== undefined) return 'by the success output, with its error';
			const others = calls.length === 1 ? ', and sends no other' : '';
			return `by the success output, like a good one${others}`;
		}
		if (isDeepStrictEqual([success, error], [[], [unknownClip]])) return 'not linked, for both';
		if (success.length !== 1 || ![second, unknownClip].includes(success[0]))
			return `in no known way: ${JSON.stringify({ success, error })}`;
		if (isDeepStrictEqual(error, [unknownClip])) return 'not linked, with its error only';
		if (!isDeepStrictEqual(error, [first])) return `in no known way: ${JSON.stringify({ success, error })}`;
		return own?.title === clips[0]?.json.title ? 'with all of its fields' : 'linked, with its error only';
	};
	/** The calls that a run made to a host. */
	const callsOf = async (host: string, run: () => Promise<Execution>): Promise<[Execution, Call[]]> => {
		const before = bed.recorder.calls.length;
		const execution = await run();
		return [execution, bed.recorder.calls.slice(before).filter(({ url }) => url.hostname === host)];
	};

	beforeAll(async () => {
		projectId = await bed.submit('https://www.youtube.com/watch?v=table-of-nodes');
		bed.simulator.finish(projectId);
		for (const { row: name, credential: type = '', account: data } of chosen)
			if (data !== undefined) await bed.addAccount({ name, type, data });
	});

	describe.each(chosen.map((one) => [one.row, one] as const))('%s', (row, one) => {
		const { host, carriesFile, isLinked } = one;

		it(`sends ${carriesFile ? 'the file' : 'no file'}, and what was entered`, async () => {
			const [run, calls] = await callsOf(host, async () => await publish(nodeOf(one)));
			expect(clips).toHaveLength(2);
			const ids = clips.map(({ json }) => json.videoId);
			expect(outcomeOf(run)).toEqual({ success: isLinked ? ids : [unknownClip, unknownClip], error: [] });
			for (const { json } of clips) {
				const bytes = await fetchedBytes(String(json.videoUrl));
				expect(calls.some(({ body }) => body.includes(bytes))).toBe(carriesFile);
				const entered = one.entered.replace(/\{(\w+)\}/g, (_, field: string) =>
					field === 'videoUrl' ? (String(json.videoUrl).split('?')[0] ?? '') : String(json[field]),
				);
				expect(calls.map(textOf).filter((text) => text.includes(entered))).not.toEqual([]);
			}
		});

		it('gives a clip that failed, beside one that did not, as it was seen before', async () => {
			bed.playOnce(host, { status: 400, json: { message: 'refused' } });
			const [run, calls] = await callsOf(host, async () => await publish(nodeOf(one)));
			found[row] = leaving(outcomeOf(run), run, calls);
			if (!isNew) expect(found[row]).toBe(outcomes.nodes[row]);
		});
	});

	if (rows !== undefined) return;
	it('Read/Write Files from Disk writes the files', async () => {
		await publish(
			node('Upload', 'n8n-nodes-base.readWriteFile', {
				typeVersion: 1.1,
				parameters: {
					operation: 'write',
					fileName: '=.n8n-files/{{ $json.videoId }} {{ $json.fileName }}',
					dataPropertyName: 'data',
					options: {},
				},
			}),
		);
		for (const { json } of clips) {
			const name = `${String(json.videoId)} ${String(json.fileName)}`;
			const written = readFileSync(join(bed.host.userFolder, '.n8n-files', name));
			expect(written.equals(await fetchedBytes(String(json.videoUrl)))).toBe(true);
		}
	});

	it('Data Table takes columns that are mapped by hand; automatic mapping fails at the list of topics', async () => {
		const names = ['title', 'videoId', 'relatedTopics', 'status'];
		const columns = { column: names.map((name) => ({ name, type: 'string' })) };
		const table = { __rl: true, mode: 'name', value: 'Kept by hand' };
		const dataTable = (parameters: Record<string, unknown>) =>
			node('Upload', 'n8n-nodes-base.dataTable', { typeVersion: 1.1, parameters });
		await publish(
			dataTable({
				resource: 'table',
				operation: 'create',
				tableName: table.value,
				columns,
				options: { createIfNotExists: true },
			}),
		);
		const insert = (mapping: object) =>
			dataTable({
				resource: 'row',
				operation: 'insert',
				dataTableId: table,
				columns: { matchingColumns: [], schema: [], ...mapping },
				options: {},
			});
		const byHand = { title: '={{ $json.title }}', videoId: '={{ $json.videoId }}' };
		await publish(insert({ mappingMode: 'defineBelow', value: byHand }));
		const automatic = await publish(insert({ mappingMode: 'autoMapInputData', value: {} }), 'stopWorkflow');
		expect(automatic.error?.message).toMatch(/array/);
		const rows = await bed.tables.rows(table.value);
		expect(rows.map(({ videoId }) => videoId)).toEqual(clips.map(({ json }) => json.videoId));
	});

	it.each([
		['AWS S3 with an empty File Name', 'AWS S3', { fileName: '' }, /\.amazonaws\.com\/\?uploads/],
		['Nextcloud with # in the path', 'Nextcloud', { path: '/clips/a#b.mp4' }, /webdav\/\/clips\/a$/],
	])('%s reports success, and has uploaded to another name', async (_name, row, entered, address) => {
		const one = rowOf(row);
		const [run, calls] = await callsOf(one.host, async () => await publish(nodeOf(one, entered)));
		expect(run.status).toBe('success');
		expect(outcomeOf(run).error).toEqual([]);
		expect(calls.map(({ url }) => url.href).filter((href) => address.test(href))).toHaveLength(2);
	});

	it('AWS S3 with # in File Name fails', async () => {
		const run = await publish(nodeOf(rowOf('AWS S3'), { fileName: 'a#b.mp4' }), 'stopWorkflow');
		expect([run.status, run.lastNode]).toEqual(['error', 'Upload']);
	});
}
