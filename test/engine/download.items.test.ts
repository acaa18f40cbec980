/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { type Answer, answerWith, dripAnswer, film, fileAnswer, statusAnswer, useFileHost } from './fileHost';
import { useStorage } from './storage';
import { download, failed, itemsOf, outcomesOf, toErrorOutput, useBench } from './support';

const refused = statusAnswer(451);

/** Answers after some milliseconds. */
const later =
	(pause: number, answer: Answer): Answer =>
	(...call) =>
		void setTimeout(() => answer(...call), pause);

describe('Download of several items', () => {
	const bench = useBench();
	const host = useFileHost();
	const storage = useStorage();

	const itemsFor = (...answers: Answer[]) =>
		itemsOf(
			...answers.map((answer, index) => ({
				...{ projectId: '77', videoId: `${index}`, title: 'Tide' },
				videoUrl: host().serve(`/${index}`, answer),
			})),
		);
	const paths = () => host().requests.map(({ path }) => path);

	it.each([
		[{}, 2],
		[{ downloadsAtOnce: 3 }, 3],
	])('downloads %j side by side, and hands them on in the order of the input', async (options, atOnce) => {
		let [running, most] = [0, 0];
		const files = [5_000, 4_000, 3_000, 2_000, 1_000].map((size) => film(size, size));
		const answers = files.map(
			(file): Answer =>
				(request, response, count) => {
					running += 1;
					most = Math.max(most, running);
					response.on('finish', () => (running -= 1));
					later(file.length / 100, fileAnswer(file))(request, response, count);
				},
		);
		const run = { items: itemsFor(...answers) };
		const { items, error } = await bench.clip({ ...download, options }, run);
		expect([error, most]).toEqual([undefined, atOnce]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3, 4].map((item) => ({ item })));
		expect(paths().slice(0, atOnce)).toEqual(['/0', '/1', '/2'].slice(0, atOnce));
		expect(await Promise.all(items.map(({ binary }) => storage.bytesOf(binary?.data)))).toEqual(files);
	});

	it('reports what failed and hands on the others', async () => {
		const input = itemsFor(fileAnswer(film(700)), refused, fileAnswer(film(800)));
		const items = [...input, ...itemsOf({ videoUrl: 'no link' })];
		const result = await bench.clip(download, { items, ...toErrorOutput });
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ json, pairedItem }) => [json.fileSize, pairedItem])).toEqual([
			[700, { item: 0 }],
			[800, { item: 2 }],
		]);
		expect(outcomesOf(result.errorItems)).toEqual([failed('refused'), failed('invalidParameter')]);
		expect(result.errorItems[0]?.json.error).toContain('[item 1]');
		expect(await storage.files()).toHaveLength(4);
	});

	it('stops at the first failure, names its item, and leaves no part of the others', async () => {
		const endless = dripAnswer(film(500_000), film(50_000));
		const items = itemsFor(endless, later(150, refused), fileAnswer(film(900)));
		const { error, outcome } = await bench.clip(download, { items });
		expect(outcome).toBe('refused');
		expect(error?.message).toContain('[item 1]');
		await storage.expectEmpty();
		expect(paths().sort()).toEqual(['/0', '/1']);
	});

	it('downloads all files again when Retry On Fail tries again', async () => {
		const files = [film(600), film(700)];
		const input = itemsFor(fileAnswer(film(600)), answerWith(refused, fileAnswer(film(700))));
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const { items, error } = await bench.clip(download, { items: input, settings });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.fileName)).toEqual(['Tide.mp4', 'Tide (1).mp4']);
		expect(await Promise.all(items.map(({ binary }) => storage.bytesOf(binary?.data)))).toEqual(files);
		expect(paths().filter((path) => path === '/0')).toHaveLength(2);
	});
});
