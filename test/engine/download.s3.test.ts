/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import { clipFilm } from '../simulator/films';
import { dripAnswer, film, fileAnswer, useFileHost } from './fileHost';
import { type ObjectStore, startObjectStore } from './objectStore';
import { download, useBench } from './support';

// A server of n8n switches S3 on only with a licence; these are the parts that it switches on.
describe('Download into S3', () => {
	const bench = useBench();
	const host = useFileHost();
	let store: ObjectStore;
	beforeAll(async () => (store = await startObjectStore()), 60_000);
	afterAll(async () => {
		await store.close();
		Container.get(BinaryDataConfig).mode = 'filesystem';
		await Container.get(BinaryDataService).init();
	});

	const run = async (videoUrl: string, title = 'Tide', options = {}) =>
		await bench.clip({ ...download, options }, { items: [{ json: { videoId: '4711', title, videoUrl } }] });

	it('keeps the file there, byte for byte, with its name and kind', async () => {
		const { bytes } = clipFilm(4, 4);
		const before = await store.keys();
		const { items, error } = await run(host().serve('/a.mp4', fileAnswer(bytes)), 'Ebbe & Flut 🌊 潮');
		expect(error).toBeUndefined();
		const [item] = items;
		expect(item?.json.fileSize).toBe(bytes.length);
		const file = item?.binary?.data;
		expect(file).toMatchObject({ data: 's3', fileName: 'Ebbe & Flut 🌊 潮.mp4', mimeType: 'video/mp4' });
		if (file === undefined) return;
		expect((await Container.get(BinaryDataService).getAsBuffer(file)).equals(bytes)).toBe(true);
		expect(await Container.get(BinaryDataService).getMetadata(file.id ?? '')).toEqual({
			fileName: 'Ebbe & Flut 🌊 潮.mp4',
			mimeType: 'video/mp4',
			fileSize: bytes.length,
		});
		expect(await store.keys()).toHaveLength(before.length + 1);
	});

	it.each([
		['the longest name that a title can make', '潮'.repeat(300)],
		['a name from a title that was cut in mid-character', 'Ebbe \ud83c & Flut'],
	])('keeps %s', async (_name, title) => {
		const { items, error } = await run(host().serve('/b.mp4', fileAnswer(film(900))), title);
		expect(error).toBeUndefined();
		const { fileName } = await Container.get(BinaryDataService).getMetadata(items[0]?.binary?.data?.id ?? '');
		expect(fileName).toBe(items[0]?.json.fileName);
	});

	it('keeps one file, the whole one, of a transfer that breaks off', async () => {
		const before = await store.keys();
		const bytes = film(2_000_000);
		const { items, error } = await run(host().serve('/c.mp4', fileAnswer(bytes, { cuts: [1_200_000] })));
		expect(error).toBeUndefined();
		const file = items[0]?.binary?.data;
		if (file === undefined) throw new TypeError('There is no file.');
		expect((await Container.get(BinaryDataService).getAsBuffer(file)).equals(bytes)).toBe(true);
		expect(await store.keys()).toHaveLength(before.length + 1);
	});

	it('keeps nothing of a file that turns out to be too large', async () => {
		const before = await store.keys();
		const link = host().serve('/d.mp4', fileAnswer(film(3_000_000), { length: null }));
		const { error } = await run(link, 'Tide', { maxSize: 1 });
		expect(error?.message).toContain("The file is larger than 'Max Size'");
		expect(await store.keys()).toEqual(before);
	});

	it('keeps nothing of a transfer that is stopped', async () => {
		const before = await store.keys();
		let stop: () => void = () => undefined;
		const link = host().serve('/e.mp4', (request, response, count) => {
			dripAnswer(film(2_000_000), film(20_000))(request, response, count);
			response.once('drain', () => stop());
			stop();
		});
		const items = [{ json: { videoUrl: link } }];
		await bench.clip(download, { items, onStart: (stopper) => (stop = stopper) });
		expect(await store.keys()).toEqual(before);
	});

	it('says what the store says when it takes nothing', async () => {
		const { error } = await store.without(() => run(host().serve('/f.mp4', fileAnswer(film(2_000)))));
		expect(error?.message).toContain('n8n could not store the file');
		expect(error?.description).toContain('Request to S3 failed');
	});
});
