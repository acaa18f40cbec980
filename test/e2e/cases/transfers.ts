/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FileHost, film, startFileHost } from '../../engine/fileHost';
import { itemsOf, until } from '../../host';
import { flow, startWith } from '../flows';
import { canWatchMemory, memoryFor } from '../memory';
import type { RecipeBed } from '../recipeBed';
import { downloadNode } from './download';

/** Bytes. */
const MB = 1024 * 1024;

/** What n8n is left with by large files, and by those that nobody waits for any more. Nothing else may go on in it. */
export function transferCases(bed: RecipeBed): void {
	let files: FileHost;
	beforeAll(async () => (files = await startFileHost()));
	afterAll(async () => await files.close());

	const flowOf = (name: string, clips: object[]) =>
		flow(name, [...startWith('Clips', clips), downloadNode()]);

	it('ends at once when the execution is stopped, and leaves nothing open', async () => {
		const before = bed.stored();
		const videoUrl = files.serve('/endless.mp4', (_request, response) => {
			response.writeHead(200, { 'Content-Type': 'video/mp4' });
			response.write(film(2 * MB));
		});
		const id = await bed.start(flowOf('Stopped', [{ title: 'Tide', videoUrl }]));
		await until(() => bed.stored().length > before.length);
		await bed.client.stopExecution(id);
		expect((await bed.client.waitForExecution(id)).status).toBe('canceled');
		await until(() => bed.stored().join() === before.join());
		await until(async () => (await files.connections()) === 0);
	});

	(canWatchMemory ? it : it.skip)('streams 4 clips of 128 MB with less than 64 MB of memory', async () => {
		const block = film(MB);
		const download = async (clips: number, megabytes: number) => {
			// A file that is made while it is sent.
			const videoUrl = files.serve(`/${megabytes}.mp4`, (_request, response) => {
				response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': megabytes * MB });
				// A receiver that leaves ends it, which is none of our business.
				pipeline(Readable.from(Array<Buffer>(megabytes).fill(block)), response).catch(() => undefined);
			});
			const items = Array.from({ length: clips }, (_, index) => ({ videoId: String(index), videoUrl }));
			const execution = await bed.run(flowOf(`${clips} x ${megabytes} MB`, items));
			expect(execution.error).toBeUndefined();
			const sizes = itemsOf(execution, 'Download').map(({ json }) => json.fileSize);
			expect(sizes).toEqual(items.map(() => megabytes * MB));
		};
		// A process grows with its first files, and on a busy machine garbage is collected late; what holds a file takes too much
		// each time.
		let more = Infinity;
		for (let tries = 0; tries < 4 && more >= 64; tries += 1) {
			more = await memoryFor(bed.host.n8n.pid, async () => await download(4, 128));
		}
		expect(more).toBeLessThan(64);
	});
}
