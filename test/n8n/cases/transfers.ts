/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FileHost, film, startFileHost } from '../../engine/bench/fileHost';
import { itemsOf, until } from '../../../tools/host';
import { flow, startWith } from '../../../tools/beds/flows';
import type { RecipeBed } from '../../../tools/beds/recipeBed';
import { getFiles } from './clipFiles';

/** Bytes. */
const MB = 1024 * 1024;

/** MB of memory of another process as Linux tells it: at this moment, or at its peak. */
function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}

/** What n8n is left with by large files, and by those that nobody waits for any more. Nothing else may go on in it. */
export function transferCases(bed: RecipeBed): void {
	let files: FileHost;
	beforeAll(async () => (files = await startFileHost()));
	afterAll(async () => await files.close());

	/** Get for a project with these clips. */
	const flowOf = (name: string, videos: object[]) => {
		const projectId = '77';
		const body = JSON.stringify({ code: 2000, projectId, videos });
		bed.simulator.faults.add({ on: 'query', match: { projectId }, fault: { kind: 'body', body } });
		return flow(name, [...startWith('Project', [{ projectId }]), getFiles]);
	};

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

	const onLinux = existsSync('/proc/self/clear_refs') ? it : it.skip;
	onLinux('streams 4 clips of 128 MB with less than 64 MB of memory', async () => {
		const block = film(MB);
		// A file that is made while it is sent.
		const videoUrl = files.serve('/large.mp4', (_request, response) => {
			response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': 128 * MB });
			// A receiver that leaves ends it, which is none of our business.
			pipeline(Readable.from(Array<Buffer>(128).fill(block)), response).catch(() => undefined);
		});
		const clips = [0, 1, 2, 3].map((index) => ({ videoId: String(index), videoUrl }));
		const { pid } = bed.host.n8n;
		// A process grows with its first files, and on a busy machine garbage is collected late; what holds a file takes too much
		// each time.
		let more = Infinity;
		for (let tries = 0; tries < 4 && more >= 64; tries += 1) {
			const before = memoryOf(pid, 'VmRSS');
			// The peak is noted anew.
			writeFileSync(`/proc/${pid}/clear_refs`, '5');
			const execution = await bed.run(flowOf('4 x 128 MB', clips));
			more = memoryOf(pid, 'VmHWM') - before;
			const sizes = itemsOf(execution, 'Get').map(({ json }) => json.fileSize);
			expect(sizes).toEqual(clips.map(() => 128 * MB));
		}
		expect(more).toBeLessThan(64);
	});
}
