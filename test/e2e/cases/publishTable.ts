/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemsOf, type Execution, type ExecutionItem, type WorkflowNode } from '../../host';
import type { Call } from '../../receivers';
import { startFtpServer } from '../../receivers/ftp';
import { fields, flow, node, pausingClip } from '../flows';
import { filled, type PublishNode } from '../publish/node';
import { platforms } from '../publish/platforms';
import { stores } from '../publish/stores';
import { fetchedBytes, type RecipeBed } from '../recipeBed';

/** Where the two clips of a run ended up: each named if n8n still knows which one it is. */
interface Outcome {
	readonly success: unknown[];
	readonly error: unknown[];
}

const unknownClip = 'unknown';
/** All that a call says, as a person reads it. */
const textOf = ({ url, body }: Call): string => `${decodeURIComponent(url.href)} ${body.toString()}`;

const publishNodes = [...platforms, ...stores];
const rowOf = (row: string): PublishNode => {
	const found = publishNodes.find((one) => one.row === row);
	if (found === undefined) throw new TypeError(`There is no row "${row}".`);
	return found;
};
const withEntered = (upload: WorkflowNode, entered: object): WorkflowNode => ({
	...upload,
	parameters: { ...upload.parameters, ...entered },
});

/**
 * What n8n's own nodes, and those of publishing services, make of clips: the table of docs/publish.md.
 *
 * @param rows - some rows of it; the whole page when absent
 */
export function publishTableCases(bed: RecipeBed, rows?: readonly string[]): void {
	const chosen = rows === undefined ? publishNodes : rows.map(rowOf);
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
		const start = node('Start', 'n8n-nodes-base.manualTrigger');
		const workflow = flow(upload.type, [start, get, { ...upload, onError }, which('Posted')]);
		const main = ['Posted', 'Failed'].map((name) => [{ node: name, type: 'main', index: 0 }]);
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
	/** The calls that a run made to a host. */
	const callsOf = async (host: string, run: () => Promise<Execution>): Promise<[Execution, Call[]]> => {
		const before = bed.recorder.calls.length;
		const execution = await run();
		return [execution, bed.recorder.calls.slice(before).filter(({ url }) => url.hostname === host)];
	};

	beforeAll(async () => {
		projectId = await bed.submit('https://www.youtube.com/watch?v=table-of-nodes');
		bed.simulator.finish(projectId);
		for (const { account } of chosen) if (account !== undefined) await bed.addAccount(account);
	});

	describe.each(chosen.map((one) => [one.row, one] as const))('%s', (_row, one) => {
		const { host, node: upload, failure, carries = 'the file', isLinked = true } = one;

		it(`sends ${carries}, and what was entered`, async () => {
			const [run, calls] = await callsOf(host, async () => await publish(upload));
			expect(clips).toHaveLength(2);
			const ids = clips.map(({ json }) => json.videoId);
			expect(outcomeOf(run)).toEqual({ success: isLinked ? ids : [unknownClip, unknownClip], error: [] });
			for (const { json } of clips) {
				const bytes = await fetchedBytes(String(json.videoUrl));
				const isThere = calls.some(({ body }) => body.includes(bytes));
				expect(isThere).toBe(carries === 'the file');
				const entered = one.entered(json);
				expect(calls.map(textOf).filter((text) => text.includes(entered))).not.toEqual([]);
			}
		});

		it(`gives a clip that failed, beside one that did not, ${failure}`, async () => {
			bed.playOnce(host, { status: 400, json: { message: 'refused' } });
			const [run, calls] = await callsOf(host, async () => await publish(upload));
			const [first, second] = clips.map(({ json }) => json.videoId);
			const failed = itemsOf(run, 'Upload', 1).map(({ json }) => json);
			const outcome = outcomeOf(run);
			switch (failure) {
				case 'with all of its fields':
					expect(outcome).toEqual({ success: [second], error: [first] });
					expect(failed).toEqual([expect.objectContaining({ title: clips[0]?.json.title })]);
					return;
				case 'linked, with its error only':
					expect(outcome).toEqual({ success: [second], error: [first] });
					expect(failed[0]).not.toHaveProperty('title');
					return;
				case 'not linked, with its error only':
					expect(outcome).toEqual({ success: [isLinked ? second : unknownClip], error: [unknownClip] });
					expect(failed[0]).not.toHaveProperty('title');
					return;
				case 'not linked, for both':
					expect(outcome).toEqual({ success: [], error: [unknownClip] });
					return;
				case 'by the success output, with its error':
					expect(outcome).toEqual({ success: [first, second], error: [] });
					expect(itemsOf(run, 'Upload')[0]?.json).toHaveProperty('error');
					return;
				case 'by the success output, like a good one':
					expect(outcome).toEqual({ success: [first, second], error: [] });
					for (const { json } of itemsOf(run, 'Upload')) expect(json).not.toHaveProperty('error');
					return;
				case 'by the success output, like a good one, and sends no other':
					expect(outcome).toEqual({ success: [first, second], error: [] });
					expect(calls).toHaveLength(1);
					return;
			}
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

	it('FTP uploads the files, and gives a clip that failed, beside one that did not, with all of its fields', async () => {
		const server = await startFtpServer();
		const data = { host: '127.0.0.1', port: server.port, username: 'me', password: 'mine' };
		await bed.addAccount({ name: 'FTP', type: 'ftp', data });
		const path = '=/clips/{{ $json.fileName }}';
		const parameters = { protocol: 'ftp', operation: 'upload', path, options: {} };
		const upload = filled('ftp', 1.1, parameters, { type: 'ftp' });
		const good = await publish(upload);
		server.refuseNext();
		const bad = await publish(upload);
		await server.close();
		const [first, second] = clips.map(({ json }) => json.videoId);
		expect(outcomeOf(good)).toEqual({ success: [first, second], error: [] });
		for (const { json } of clips) {
			const bytes = await fetchedBytes(String(json.videoUrl));
			expect(server.files.get(`/clips/${String(json.fileName)}`)?.equals(bytes)).toBe(true);
		}
		expect(outcomeOf(bad)).toEqual({ success: [second], error: [first] });
		expect(itemsOf(bad, 'Upload', 1)[0]?.json).toMatchObject({ title: clips[0]?.json.title });
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
		const { node: upload, host } = rowOf(row);
		const [run, calls] = await callsOf(host, async () => await publish(withEntered(upload, entered)));
		expect(run.status).toBe('success');
		expect(outcomeOf(run).error).toEqual([]);
		expect(calls.map(({ url }) => url.href).filter((href) => address.test(href))).toHaveLength(2);
	});

	it('AWS S3 with # in File Name fails', async () => {
		const { node: upload } = rowOf('AWS S3');
		const run = await publish(withEntered(upload, { fileName: 'a#b.mp4' }), 'stopWorkflow');
		expect([run.status, run.lastNode]).toEqual(['error', 'Upload']);
	});
}
