import { clipFilm } from '../../simulator/films';
import { mp4Boxes, mp4DurationMs } from '../../simulator/mp4';
import { Bench, firstOf } from './bench';

describe('the file of a clip', () => {
	let bench: Bench;
	let url: string;
	beforeEach(async () => {
		bench = await Bench.start({ linkSeconds: 60 });
		url = firstOf((await bench.createReady()).videos).videoUrl;
	});
	afterEach(() => bench.simulator.close());

	const bytesOf = async (link: string, headers: Record<string, string> = {}) =>
		Buffer.from(await (await fetch(link, { headers })).arrayBuffer());

	test('is an MP4 of the length that the query says, and no two have the same bytes', async () => {
		const seen = new Set<string>();
		let count = 0;
		for (const ratioOfClip of [1, 2, 3, 4])
			for (const clip of (await bench.createReady({ ratioOfClip })).videos ?? []) {
				const bytes = await bytesOf(clip.videoUrl);
				const types = mp4Boxes(bytes).map(({ type }) => type);
				expect(types).toEqual(['ftyp', 'moov', 'free', 'mdat', 'free']);
				expect(mp4Boxes(bytes).at(-1)?.payload.toString()).toBe(`clip ${clip.videoId}`);
				expect(mp4DurationMs(bytes)).toBe(clip.videoMsDuration);
				seen.add(bytes.toString('latin1'));
				count += 1;
			}
		expect(seen.size).toBe(count);
	});

	test('has the aspect ratio that was asked for', () => {
		const ratios = [1, 2, 3, 4].map((ratioOfClip) => {
			const { bytes } = clipFilm(ratioOfClip, 1);
			const moov = mp4Boxes(bytes).find(({ type }) => type === 'moov');
			const trak = mp4Boxes(moov?.payload ?? bytes).find(({ type }) => type === 'trak');
			const header = mp4Boxes(trak?.payload ?? bytes).find(({ type }) => type === 'tkhd');
			return (header?.payload.readUInt32BE(76) ?? 0) / (header?.payload.readUInt32BE(80) ?? 1);
		});
		expect(ratios).toEqual([9 / 16, 1, 4 / 5, 16 / 9]);
	});

	test('comes without an API key, and whether one was sent is noted', async () => {
		const response = await fetch(url);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('video/mp4');
		expect(Number(response.headers.get('content-length'))).toBe((await response.arrayBuffer()).byteLength);
		await fetch(url, { headers: { [bench.simulator.headerName]: bench.simulator.apiKey } });
		const states = bench.simulator.requests
			.filter(({ path }) => path.startsWith('/media/'))
			.map(({ headers }) => headers.serviceai_api_key);
		expect(states).toEqual(['missing', 'right']);
	});

	test('tells its size to HEAD', async () => {
		const response = await fetch(url, { method: 'HEAD' });
		expect(response.headers.get('content-length')).toBe(`${(await bytesOf(url)).length}`);
		expect((await response.arrayBuffer()).byteLength).toBe(0);
	});

	test.each([
		['bytes=0-9', 0, 10],
		['bytes=100-', 100, undefined],
		['bytes=-20', -20, undefined],
		['bytes=5-999999', 5, undefined],
	])('comes in part with the range %s', async (range, start, end) => {
		const all = await bytesOf(url);
		const response = await fetch(url, { headers: { range } });
		expect(response.status).toBe(206);
		const part = Buffer.from(await response.arrayBuffer());
		expect(part.equals(all.subarray(start, end))).toBe(true);
		expect(response.headers.get('content-range')).toMatch(new RegExp(`^bytes \\d+-\\d+/${all.length}$`));
	});

	test('comes whole with several ranges or an odd one, and not at all with one beyond its end', async () => {
		expect((await fetch(url, { headers: { range: 'bytes=0-1,5-6' } })).status).toBe(200);
		expect((await fetch(url, { headers: { range: 'lines=1-2' } })).status).toBe(200);
		const beyond = await fetch(url, { headers: { range: 'bytes=9999999-' } });
		expect(beyond.status).toBe(416);
		expect(beyond.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
	});

	test('is refused with 403 once the link is over, and a new query gives a fresh link', async () => {
		bench.clock.pass(59);
		expect((await fetch(url)).status).toBe(200);
		bench.clock.pass(1);
		const response = await fetch(url);
		expect(response.status).toBe(403);
		expect(await response.text()).toMatch(/^<\?xml.*AccessDenied/s);
		const [, videoId = ''] = /media\/(\d+)/.exec(url) ?? [];
		const fresh = await bench.query(bench.simulator.ledger[0]?.projectId ?? '');
		const link = fresh.videos?.find((clip) => clip.videoId === videoId)?.videoUrl ?? '';
		expect((await fetch(link)).status).toBe(200);
	});

	test.each<[string, (link: string) => string]>([
		['a later end', (link) => link.replace(/Expires=\d+/, 'Expires=9999999999')],
		['another signature', (link) => `${link.slice(0, -4)}0000`],
		['no signature', (link) => link.replace(/\?.*/, '')],
	])('is refused with 403 for a link with %s', async (_what, change) => {
		expect((await fetch(change(url))).status).toBe(403);
	});

	test('is refused with 403 for the signature of another file, and with 404 when there is no such file', async () => {
		const other = firstOf((await bench.createReady()).videos).videoUrl;
		expect((await fetch(`${other.replace(/\?.*/, '')}?${url.replace(/.*\?/, '')}`)).status).toBe(403);
		expect((await fetch(`${bench.simulator.origin}/media/none.mp4`)).status).toBe(404);
	});
});
