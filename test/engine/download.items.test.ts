/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import type { INodeExecutionData } from 'n8n-workflow';
import { type Answer, answerWith, dripAnswer, film, fileAnswer, statusAnswer, useFileHost } from './fileHost';
import { useStorage } from './storage';
import { download, toErrorOutput, useBench } from './support';

const missing = statusAnswer(404);

describe('Download of several items', () => {
	const bench = useBench();
	const host = useFileHost();
	const storage = useStorage();

	const itemFor = (path: string, answer: Answer, title = 'Tide'): INodeExecutionData => ({
		json: { projectId: '77', videoId: path.slice(1), title, videoUrl: host().serve(path, answer) },
	});

	/** An answer that comes later, with a note of how many are under way at once. */
	const watched = (sizes: number[]) => {
		let running = 0;
		const most = { atOnce: 0 };
		const answers = sizes.map(
			(size, index): Answer =>
				(request, response, count) => {
					running += 1;
					most.atOnce = Math.max(most.atOnce, running);
					response.on('finish', () => (running -= 1));
					setTimeout(() => fileAnswer(film(size, index))(request, response, count), 60 - index * 10);
				},
		);
		return { most, answers };
	};

	it.each([
		[{}, 2],
		[{ downloadsAtOnce: 3 }, 3],
	])('downloads %j side by side, and hands them on in the order of the input', async (options, atOnce) => {
		const { most, answers } = watched([5_000, 4_000, 3_000, 2_000, 1_000]);
		const input = answers.map((answer, index) => itemFor(`/${index}`, answer));
		const { items, error } = await bench.clip({ ...download, options }, { items: input });
		expect(error).toBeUndefined();
		expect(most.atOnce).toBe(atOnce);
		expect(items.map(({ json }) => json.fileSize)).toEqual([5_000, 4_000, 3_000, 2_000, 1_000]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3, 4].map((item) => ({ item })));
		const first = host().requests.slice(0, atOnce);
		expect(first.map(({ path }) => path)).toEqual([0, 1, 2].slice(0, atOnce).map((index) => `/${index}`));
		for (const [index, { binary }] of items.entries()) {
			const bytes = await storage.bytesOf(binary?.data);
			expect(bytes.equals(film(5_000 - index * 1_000, index))).toBe(true);
		}
	});

	it('reports what failed and hands on the others', async () => {
		const input = [
			itemFor('/0', fileAnswer(film(700))),
			itemFor('/1', missing),
			{ json: { videoUrl: 'no link' } },
			itemFor('/3', fileAnswer(film(800))),
		];
		const { items, errorItems, error } = await bench.clip(download, { items: input, ...toErrorOutput });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.fileSize)).toEqual([700, 800]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 3 }]);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			'The link does not lead to a file: clip 1 [item 1]',
			expect.stringContaining("'Video URL' must be a link"),
		]);
		expect(await storage.files()).toHaveLength(4);
	});

	it('stops at the first failure, names its item, and leaves no part of the others', async () => {
		const late: Answer = (request, response, count) => {
			setTimeout(() => missing(request, response, count), 150);
		};
		const input = [
			itemFor('/0', dripAnswer(film(500_000), film(50_000))),
			itemFor('/1', late),
			itemFor('/2', fileAnswer(film(900))),
		];
		const { error } = await bench.clip(download, { items: input });
		expect(error?.message).toBe('The link does not lead to a file: clip 1 [item 1]');
		await storage.expectEmpty();
		expect(
			host()
				.requests.map(({ path }) => path)
				.sort(),
		).toEqual(['/0', '/1']);
	});

	it('downloads all files again when Retry On Fail tries again', async () => {
		const input = [
			itemFor('/0', answerWith(missing, fileAnswer(film(600)))),
			itemFor('/1', fileAnswer(film(700))),
		];
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const { items, error } = await bench.clip(
			{ ...download, options: { downloadsAtOnce: 1 } },
			{ items: input, settings },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.fileName)).toEqual(['Tide.mp4', 'Tide (1).mp4']);
		const stored = await Promise.all(items.map(({ binary }) => storage.bytesOf(binary?.data)));
		expect(stored.map((bytes) => bytes.equals(film(bytes.length)))).toEqual([true, true]);
		expect(host().requests.filter(({ path }) => path === '/0')).toHaveLength(2);
	});
});
