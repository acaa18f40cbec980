import { remarkTexts } from '../../../nodes/Clip/problems/notices';
import { inWords } from '../../rules/given/texts';
import { useStorage } from '../bench/storage';
import { get as getClips, goingOn, itemsOf, useBench } from '../bench/support';

const get = { ...getClips, downloadFiles: true };

describe('Get with Download Files', () => {
	const bench = useBench({ linkSeconds: 600 });
	const storage = useStorage();

	it('gives each clip with its file, best first, linked to the item of its project', async () => {
		const items = itemsOf({ projectId: await bench.finished() }, { projectId: await bench.finished() });
		const plain = await bench.clip({ ...get, downloadFiles: false }, { items });
		const { items: clips, error } = await bench.clip(get, { items });
		expect(error).toBeUndefined();
		expect(clips.map(({ json, pairedItem }) => [json.videoId, pairedItem])).toEqual(
			plain.items.map(({ json, pairedItem }) => [json.videoId, pairedItem]),
		);
		for (const { json, binary } of clips) {
			const bytes = await storage.bytesOf(binary?.data);
			expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
			expect(json).toMatchObject({ fileSize: bytes.length, fileName: binary?.data?.fileName });
		}
		const names = clips.map(({ json }) => json.fileName);
		expect(new Set(names).size).toBe(names.length);
		expect(plain.items.every(({ binary }) => binary === undefined)).toBe(true);
	});

	it('downloads nothing that the filters leave out', async () => {
		const projectId = await bench.finished();
		const wanted = { filters: { limit: 2 }, binaryPropertyName: 'video' };
		const { items: clips } = await bench.clip({ ...get, projectId, ...wanted });
		expect(clips.map(({ json }) => json.rank)).toEqual([1, 2]);
		expect(clips.every(({ binary }) => binary?.video !== undefined)).toBe(true);
		expect((await storage.files()).filter((name) => !name.endsWith('.metadata'))).toHaveLength(2);
	});

	it('gives a clip whose file is too large as an item with the reason when it continues, else says how many were stored', async () => {
		const projectId = await bench.finished({ preferLength: [1, 4] });
		const whole = await bench.clip({ ...get, projectId });
		const sizes = whole.items.map(({ json }) => Number(json.fileSize));
		const largest = Math.max(...sizes);
		const options = { maxSize: (largest - 1) / 1024 / 1024, downloadsAtOnce: 1 };
		const { items } = await bench.clip({ ...get, projectId, options }, goingOn);
		expect(items.map(({ binary }) => binary?.data !== undefined)).toEqual(
			sizes.map((size) => size < largest),
		);
		for (const { json } of items.filter(({ binary }) => binary === undefined)) {
			expect(json.details).toMatchObject({
				projectId,
				videoId: expect.any(String),
				outcome: 'tooLarge',
				isFinal: true,
			});
		}
		const { error, outcome } = await bench.clip({ ...get, projectId, options });
		const before = sizes.indexOf(largest);
		expect(before).toBeGreaterThan(0);
		expect(outcome).toBe('tooLarge');
		expect(error?.description).toContain(remarkTexts.filesStored({ stored: before, all: sizes.length }));
	});

	it.each<[string, object, string | null, string]>([
		[
			'none, and a long title with a signed link in it',
			{ title: `Night\n\u0007 https://s3.example/a.mp4?X-Amz-Signature=SECRET ${'long '.repeat(999)}` },
			null,
			'https://s3.example/a.mp4 long',
		],
		['none, and neither ID nor title', {}, null, inWords('noLink', { name: '' }).title],
		['one that is none', { videoId: 7, videoUrl: 'ada:SECRET' }, '7', 'clip 7'],
	])('says what is wrong with the link of a clip: %s', async (_what, clip, videoId, name) => {
		const body = JSON.stringify({ code: 2000, videos: [clip] });
		bench.fail({ on: 'query', fault: { kind: 'body', body } });
		const { error, outcome } = await bench.clip({ ...get, projectId: await bench.finished() });
		expect([outcome, error?.context?.details]).toEqual(['notFound', expect.objectContaining({ videoId })]);
		expect(error?.message).toContain(name);
		expect(error?.message.length).toBeLessThan(250);
		expect(error?.message).not.toContain('SECRET');
	});

	it('gives no file where the output is the project', async () => {
		const { error, outcome } = await bench.clip({ ...get, projectId: '7', options: { output: 'project' } });
		expect(outcome).toBe('invalidParameter');
		expect(error?.message).toContain("'Download Files'");
	});

	it('gives an agent no file', async () => {
		const projectId = await bench.finished();
		const { items } = await bench.clip({ ...get, projectId }, { type: 'clipTool' });
		expect(items.every(({ binary }) => binary === undefined)).toBe(true);
		expect(await storage.files()).toEqual([]);
	});
});
