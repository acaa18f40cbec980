/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Answer, type FileHost, film, startFileHost } from '../engine/fileHost';
import { itemsOf, until } from '../host';
import { filesBelow, temporaryFolder } from '../host/folder';
import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { clipFileCases, downloadNode } from './cases/download';
import { flow, startWith } from './flows';
import { canWatchMemory, memoryFor } from './memory';

/** Bytes. */
const MB = 1024 * 1024;
const block = film(MB);

function* blocks(count: number): Generator<Buffer> {
	for (let sent = 0; sent < count; sent += 1) yield block;
}

/** Hands out a file that is made while it is sent. */
const large =
	(megabytes: number): Answer =>
	(_request, response) => {
		response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': megabytes * MB });
		// A receiver that leaves ends it, which is none of our business.
		pipeline(Readable.from(blocks(megabytes)), response).catch(() => undefined);
	};

describe('Clip: Download on a real n8n', () => {
	const { path: folder, remove } = temporaryFolder('n8n-store-');
	const bed = new Bed({
		logFile: logFileOf('n8n-download'),
		env: { N8N_LOG_LEVEL: 'info', N8N_BINARY_DATA_STORAGE_PATH: folder },
	});
	let files: FileHost;
	beforeAll(async () => {
		files = await startFileHost();
		await bed.open();
	});
	afterAll(async () => {
		await bed.close();
		await files.close();
		remove();
	});

	/** All files in n8n's storage, unfinished ones included, without those that tell about other files. */
	const stored = () => filesBelow(folder).filter((file) => !file.endsWith('.metadata'));
	const flowOf = (name: string, clips: object[]) =>
		flow(name, [...startWith('Clips', clips), downloadNode('={{ $json.videoUrl }}')]);

	describe('where n8n keeps files on its disk', () => clipFileCases(bed, /^filesystem-v2:/));

	it('ends at once when the execution is stopped, and leaves nothing open', async () => {
		const before = stored();
		const videoUrl = files.serve('/endless.mp4', (_request, response) => {
			response.writeHead(200, { 'Content-Type': 'video/mp4' });
			response.write(film(2 * MB));
		});
		const id = await bed.start(flowOf('Stopped', [{ title: 'Tide', videoUrl }]));
		await until(() => stored().length > before.length);
		await bed.client.stopExecution(id);
		expect((await bed.client.waitForExecution(id)).status).toBe('canceled');
		await until(() => stored().join() === before.join());
		await until(async () => (await files.connections()) === 0);
	});

	(canWatchMemory ? it : it.skip).each([
		[20, 50],
		[1, 1_024],
	])('streams %i clips of %i MB with less than 64 MB of memory', async (count, size) => {
		const download = async (clips: number, megabytes: number) => {
			const videoUrl = files.serve(`/${clips}-${megabytes}.mp4`, large(megabytes));
			const items = Array.from({ length: clips }, (_, index) => ({ videoId: String(index), videoUrl }));
			const execution = await bed.run(flowOf(`${clips} x ${megabytes} MB`, items));
			expect(execution.error).toBeUndefined();
			const sizes = itemsOf(execution, 'Download').map(({ json }) => json.fileSize);
			expect(sizes).toEqual(items.map(() => megabytes * MB));
		};
		// A process that has just begun grows with its first files, whatever it does with them.
		await download(50, 10);
		let more = Infinity;
		// On a busy machine garbage is collected late, now and then; what holds a file takes too much each time.
		for (let tries = 0; tries < 3 && more >= 64; tries += 1) {
			more = await memoryFor(bed.host.n8n.pid, async () => await download(count, size));
		}
		expect(more).toBeLessThan(64);
	});
});
