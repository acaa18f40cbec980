/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { z } from 'zod/v3';
import { film, fileAnswer, redirectAnswer, startFileHost } from '../../engine/fileHost';
import { type ExecutionItem, fetchOnce, itemsOf, until } from '../../host';
import { downloaded, type DownloadBed, downloadFlow, downloadNode, runDownload } from '../downloadBed';
import { fields, flow, node, parkedClip } from '../flows';

const answered = z.object({
	videos: z.array(z.object({ videoId: z.union([z.string(), z.number()]), videoUrl: z.string() })),
});

/** From the clips of the service to files in n8n. */
export function downloadCases(bed: DownloadBed): void {
	const readyProject = async (label: string) => {
		const projectId = await bed.submit(`https://www.youtube.com/watch?v=${label}`);
		bed.simulator.finish(projectId);
		return projectId;
	};
	/** What the service has for a clip, asked with a link of our own. */
	const bytesOfClip = async ({ json }: ExecutionItem) => {
		const { baseUrl, headerName, apiKey } = bed.simulator;
		const answer = await fetchOnce(`${baseUrl}/open-api/v1/project/query/${String(json.projectId)}`, {
			headers: { [headerName]: apiKey },
		});
		const { videos } = answered.parse(await answer.json());
		const link = videos.find(({ videoId }) => String(videoId) === json.videoId)?.videoUrl ?? '';
		return Buffer.from(await (await fetchOnce(link)).arrayBuffer());
	};
	/** From the best clips of a project to their files. */
	const best = (name: string, projectId: string, limit: number, options = {}) => {
		const get = { operation: 'get', projectId: '={{ $json.projectId }}', filters: { limit } };
		return flow(name, [
			node('Start', 'n8n-nodes-base.manualTrigger'),
			fields('Project', { projectId }),
			parkedClip('Get', get),
			downloadNode(options),
		]);
	};
	const mediaRequests = () => bed.simulator.requests.filter(({ path }) => path.startsWith('/media/'));
	const queries = () => bed.simulator.requests.filter(({ path }) => path.includes('/query/')).length;

	it('gives the file of every clip, byte for byte, beside its fields', async () => {
		const projectId = await readyProject('all-clips');
		const execution = await bed.run(best('All clips', projectId, 50));
		expect(execution.error).toBeUndefined();
		const clips = itemsOf(execution, 'Get');
		const files = downloaded(execution);
		expect(clips.length).toBeGreaterThanOrEqual(4);
		expect(files).toHaveLength(clips.length);
		for (const [index, file] of files.entries()) {
			const original = await bytesOfClip(file);
			expect(file.json).toEqual({
				...clips[index]?.json,
				fileName: expect.stringMatching(/\.mp4$/),
				fileSize: original.length,
				mimeType: 'video/mp4',
			});
			expect(file.json.durationSeconds).toBeGreaterThan(0);
			expect(file.pairedItem).toEqual({ item: index });
			const id = z.string().parse(file.binary.data?.id);
			const path = `/rest/binary-data?id=${encodeURIComponent(id)}&action=download`;
			expect((await bed.client.session.file(path)).equals(original)).toBe(true);
			expect(readFileSync(bed.store.pathOf(file)).equals(original)).toBe(true);
		}
		expect(new Set(files.map(({ json }) => json.fileName)).size).toBe(files.length);
		for (const { headers } of mediaRequests()) {
			expect(headers[bed.simulator.headerName.toLowerCase()]).toBe('missing');
		}
	});

	it('gets fresh links for clips whose links expire while others are downloaded', async () => {
		const projectId = await readyProject('expires-in-mid-run');
		bed.simulator.faults.add({ on: 'media', fault: { kind: 'drip', bytes: 2_000, seconds: 1 } });
		const asked = mediaRequests().length;
		const id = await bed.start(best('Expires', projectId, 3, { downloadsAtOnce: 1 }));
		// While the first clip is on its way, longer passes than the links live.
		await until(() => mediaRequests().length > asked);
		bed.letDaysPass(2);
		const before = queries();
		const execution = await bed.client.waitForExecution(id);
		expect(execution.error).toBeUndefined();
		const clips = itemsOf(execution, 'Get');
		const files = downloaded(execution);
		expect(files.map(({ json }) => json.videoId)).toEqual(clips.map(({ json }) => json.videoId));
		const fresh = files.map(({ json }, index) => json.videoUrl !== clips[index]?.json.videoUrl);
		expect(fresh).toEqual([false, true, true]);
		expect(queries() - before).toBe(2);
		for (const file of files) {
			expect(readFileSync(bed.store.pathOf(file)).equals(await bytesOfClip(file))).toBe(true);
		}
		for (const { json } of files.slice(1)) {
			expect(Date.parse(z.string().parse(json.expiresAt))).toBeGreaterThan(Date.now());
		}
	});

	it('follows a redirect from the service to another host and carries no key, cookie or login there', async () => {
		const elsewhere = await startFileHost();
		const bytes = film(300_000);
		try {
			const target = elsewhere.serve('/real.mp4', fileAnswer(bytes)).replace('127.0.0.1', 'localhost');
			const middle = bed.files.serve('/moved', redirectAnswer(target.replace('://', '://user:word@'), 307));
			const projectId = await readyProject('redirected');
			bed.simulator.faults.add({
				on: 'media',
				fault: { kind: 'status', status: 302, headers: { Location: middle, 'Set-Cookie': 'session=1' } },
			});
			const execution = await bed.run(best('Redirected', projectId, 1));
			expect(execution.error).toBeUndefined();
			const [file] = downloaded(execution);
			if (file === undefined) throw new TypeError('There is no file.');
			expect(readFileSync(bed.store.pathOf(file)).equals(bytes)).toBe(true);
			const received = [...bed.files.requests, ...elsewhere.requests].map(({ headers }) => headers);
			expect(elsewhere.requests).toHaveLength(1);
			for (const headers of received) {
				const names = Object.keys(headers);
				for (const secret of ['authorization', 'cookie', 'referer', bed.simulator.headerName.toLowerCase()]) {
					expect(names).not.toContain(secret);
				}
				expect(JSON.stringify(headers)).not.toContain(bed.simulator.apiKey);
			}
		} finally {
			await elsewhere.close();
		}
	});

	it('hands on what could be downloaded, and the rest by the error output', async () => {
		const items = [
			{ videoId: 'a', title: 'Tide', videoUrl: bed.files.serve('/a.mp4', fileAnswer(film(70_000))) },
			{ videoId: 'b', title: 'Tide', videoUrl: bed.files.serve('/gone.mp4', redirectAnswer('/nowhere')) },
			{ videoId: 'c', title: 'TIDE', videoUrl: bed.files.serve('/c.mp4', fileAnswer(film(80_000, 2))) },
		];
		const settings = { onError: 'continueErrorOutput' };
		const before = bed.store.files();
		const execution = await runDownload(bed, 'Partly', items, { settings });
		expect(execution.status).toBe('success');
		expect(downloaded(execution).map(({ json }) => [json.videoId, json.fileName, json.fileSize])).toEqual([
			['a', 'Tide.mp4', 70_000],
			['c', 'TIDE (c).mp4', 80_000],
		]);
		const errors = downloaded(execution, 1);
		expect(errors.map(({ json }) => json.error)).toEqual([
			'The link does not lead to a file: clip b [item 1]',
		]);
		expect(bed.store.files()).toHaveLength(before.length + 2);
	});

	it('gives a file the wished name in every round of a loop', async () => {
		const items = ['a', 'b', 'c'].map((videoId, index) => ({
			videoId,
			title: 'Tide',
			videoUrl: bed.files.serve(`/${videoId}.mp4`, fileAnswer(film(1_000, index))),
		}));
		const options = { fileName: '={{ $json.title }} {{ $json.videoId }}' };
		const chain = downloadFlow('Loop', items, { options });
		const loop = node('Loop', 'n8n-nodes-base.splitInBatches', { typeVersion: 3 });
		const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
		const execution = await bed.run({
			...chain,
			nodes: [...chain.nodes, loop],
			connections: {
				...chain.connections,
				Clips: { main: [to('Loop')] },
				Loop: { main: [[], to('Download')] },
				Download: { main: [to('Loop')] },
			},
		});
		expect(execution.error).toBeUndefined();
		expect(downloaded(execution).map(({ json }) => json.fileName)).toEqual([
			...['Tide a.mp4', 'Tide b.mp4', 'Tide c.mp4'],
		]);
	});
}
