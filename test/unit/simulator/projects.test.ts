import { like } from '../given/matchers';
import { Bench, aList, aNumber, aText, firstOf, goodSubmission } from './bench';

describe('a project of the simulator', () => {
	let bench: Bench;
	beforeEach(async () => {
		bench = await Bench.start();
	});
	afterEach(() => bench.simulator.close());

	const scores = (videos: ReadonlyArray<{ viralScore?: unknown }> = []) =>
		videos.map((clip) => Number(clip.viralScore));
	const byScore = (numbers: number[]) => [...numbers].sort((a, b) => b - a);

	test('is processing until its time is over', async () => {
		const { projectId = '' } = await bench.create();
		bench.clock.pass(19.999);
		expect(await bench.query(projectId)).toEqual({ code: 1000, projectId, videos: [], errMsg: '' });
		bench.clock.pass(0.001);
		expect(await bench.query(projectId)).toMatchObject({ code: 2000, projectId });
	});

	test('takes less time at a higher speed, and ten times as long when it is slow', async () => {
		bench.simulator.configure({ processingSeconds: 60, speed: 10 });
		const { projectId: usual = '' } = await bench.create();
		const { projectId: slow = '' } = await bench.create({ videoUrl: 'https://films.example/sim-slow.mp4' });
		bench.clock.pass(6);
		expect(await bench.query(usual)).toMatchObject({ code: 2000 });
		bench.clock.pass(53);
		expect(await bench.query(slow)).toMatchObject({ code: 1000 });
		bench.clock.pass(1);
		expect(await bench.query(slow)).toMatchObject({ code: 2000 });
	});

	test('that never ends ends when it is told to', async () => {
		const { projectId = '' } = await bench.create({ videoUrl: 'https://films.example/sim-endless.mp4' });
		bench.clock.pass(1e9);
		expect(await bench.query(projectId)).toMatchObject({ code: 1000 });
		bench.simulator.finish(projectId);
		expect(await bench.query(projectId)).toMatchObject({ code: 2000 });
	});

	test('whose clipping fails says so with 4002', async () => {
		const failed = await bench.createReady({ videoUrl: 'https://films.example/a.mp4?sim-clipping-fails' });
		expect(failed).toMatchObject({ code: 4002, errMsg: 'clipping failed', videos: [] });
	});

	test('that does not exist is answered with 4006', async () => {
		expect(await bench.query('12345678')).toEqual({ code: 4006, errMsg: 'project not found' });
		expect(await bench.query('no%20id')).toMatchObject({ code: 4006 });
	});

	test('is ready with clips in the shape of the field notes', async () => {
		const ready = await bench.createReady();
		expect(Object.keys(ready).sort().join(' ')).toBe(
			'code creditsUsed errMsg projectId projectName shareLink videos',
		);
		for (const clip of ready.videos ?? [])
			expect(clip).toEqual({
				videoId: like(/^\d{8}$/),
				videoUrl: like(/\/media\/\d{8}-[0-9a-f]+\.mp4\?Expires=\d+&Signature=[0-9a-f]+$/),
				videoMsDuration: aNumber,
				title: aText,
				transcript: aText,
				viralScore: like(/^(10|\d)\.\d$/),
				viralReason: aText,
				relatedTopic: like(/^\[".+"\]$/),
				clipEditorUrl: like(/^http/),
				starred: 0,
				disliked: 0,
			});
	});

	test('has four to eight clips, never in the order of their scores', async () => {
		for (let film = 0; film < 30; film += 1) {
			const { videos = [] } = await bench.createReady({ videoUrl: `https://films.example/${film}.mp4` });
			expect(videos.length).toBeGreaterThanOrEqual(4);
			expect(videos.length).toBeLessThanOrEqual(8);
			expect(scores(videos)).not.toEqual(byScore(scores(videos)));
			expect(new Set(scores(videos)).size).toBe(videos.length);
		}
	});

	test('keeps the clips with the best scores when there may be fewer', async () => {
		const { videos: all } = await bench.createReady();
		const { videos: two } = await bench.createReady({ maxClipNumber: 2 });
		expect(byScore(scores(two))).toEqual(byScore(scores(all)).slice(0, 2));
		expect((await bench.createReady({ maxClipNumber: 1 })).videos).toHaveLength(1);
	});

	test.each([
		[[1], 0, 30],
		[[2], 30, 60],
		[[3], 60, 90],
		[[4], 90, 180],
		[[2, 3], 30, 90],
		[[0], 0, 180],
	])('with preferLength %j has clips from %i to %i seconds', async (preferLength, least, most) => {
		for (const ratioOfClip of [1, 2, 3, 4])
			for (const { videoMsDuration } of (await bench.createReady({ preferLength, ratioOfClip })).videos ??
				[]) {
				expect(videoMsDuration).toBeGreaterThanOrEqual(least * 1000);
				expect(videoMsDuration).toBeLessThan(most * 1000);
			}
	});

	test('stays the same over queries, but for the signatures', async () => {
		const { projectId, videos = [] } = await bench.createReady();
		const { videos: again = [] } = await bench.query(projectId);
		const unsigned = (clips: typeof videos) =>
			clips.map((clip) => ({ ...clip, videoUrl: clip.videoUrl.replace(/\?.*/, '') }));
		expect(unsigned(again)).toEqual(unsigned(videos));
		for (const [index, clip] of again.entries()) expect(clip.videoUrl).not.toBe(videos[index]?.videoUrl);
	});

	test.each(['keywords', 'keyword'])(
		'is ready without clips when nothing matches its %s',
		async (spelling) => {
			const empty = await bench.createReady({ [spelling]: 'only sim-nothing please' });
			expect(empty).toMatchObject({ code: 2000, videos: [] });
		},
	);

	test.each<[string, string, Record<string, unknown>]>([
		['the name that was given', 'My talk', { projectName: 'My talk' }],
		['the file name', 'harbour.mp4', {}],
		['the decoded file name', 'quay & tide.mov', { videoUrl: 'https://films.example/quay%20%26%20tide.mov' }],
		['the raw file name if it cannot be decoded', '%zz.mp4', { videoUrl: 'https://films.example/%zz.mp4' }],
	])('is called by %s', async (_what, name, changes) => {
		expect(await bench.createReady(changes)).toMatchObject({ projectName: name });
	});

	test('of a YouTube link has a title of its own', async () => {
		const { projectName } = await bench.createReady({ videoUrl: 'https://youtu.be/abc', videoType: 2 });
		expect(projectName).toMatch(/\w{3}/);
		expect(projectName).not.toContain('abc');
	});

	test.each([
		['number', /"projectId":\d{8}[,}]/],
		['string', /"projectId":"\d{8}"[,}]/],
		['big', /"projectId":\d{17}[,}]/],
	] as const)('has ids of the form %s', async (idStyle, pattern) => {
		bench.simulator.configure({ idStyle });
		const created = await (await bench.post(JSON.stringify(goodSubmission))).text();
		expect(created).toMatch(pattern);
		const [projectId = ''] = /\d{8,}/.exec(created) ?? [];
		expect(bench.simulator.ledger).toEqual([expect.objectContaining({ projectId })]);
		bench.simulator.finish(projectId);
		const ready = await (await bench.get(projectId)).text();
		expect(ready).toMatch(pattern);
		expect(ready).toContain(projectId);
		if (idStyle === 'big') expect(BigInt(Number(projectId)).toString()).not.toBe(projectId);
	});

	test('has numbers for scores and lists for topics in the older shape', async () => {
		bench.simulator.configure({ shape: 'older' });
		const clip = firstOf((await bench.createReady()).videos);
		expect(clip).toMatchObject({ viralScore: aNumber, relatedTopic: aList });
	});

	test('lists the uploaded source beside the clips when wanted', async () => {
		bench.simulator.configure({ listSource: true });
		const source = firstOf((await bench.createReady()).videos);
		expect(source).toMatchObject({ title: 'harbour.mp4', viralScore: null, videoMsDuration: 1_860_000 });
		expect((await fetch(source.videoUrl)).status).toBe(200);
	});

	test('is made by no bad setting', () => {
		expect(() => bench.simulator.configure({ speed: 0 })).toThrow(/speed/);
		expect(() => bench.simulator.configure({ webhookUrl: 'ftp://a' })).toThrow(/webhookUrl/);
		expect(() => bench.simulator.finish('1')).toThrow('There is no project 1.');
	});
});

describe('authentication', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await Bench.start({ apiKey: 'right-key', headerName: 'X-Other', basePath: 'clips/' });
	});
	afterAll(() => bench.simulator.close());

	const call = async (key?: string) =>
		await fetch(`${bench.simulator.baseUrl}/open-api/v1/project/query/1`, {
			headers: key === undefined ? {} : { 'x-other': key },
		});

	test('refuses a missing and a wrong key with code 4001', async () => {
		bench.simulator.configure({ authStyle: 'code' });
		for (const key of [undefined, '', 'wrong']) {
			const response = await call(key);
			expect(response.status).toBe(200);
			expect(await response.json()).toMatchObject({ code: 4001 });
		}
		const response = await bench.post('{}', { 'X-Other': 'wrong' });
		expect(await response.json()).toMatchObject({ code: 4001 });
		expect(bench.simulator.ledger.at(-1)).toMatchObject({ code: 4001, projectId: null });
	});

	test('refuses them with HTTP 401 in the other style', async () => {
		bench.simulator.configure({ authStyle: 'http' });
		expect((await call()).status).toBe(401);
		expect((await bench.post('{}', { 'X-Other': 'wrong' })).status).toBe(401);
		expect(bench.simulator.ledger.at(-1)).toMatchObject({ code: null });
	});

	test('lets the right key in, under the header name and the path that were chosen', async () => {
		expect(bench.simulator.baseUrl).toMatch(/:\d+\/clips$/);
		expect(await (await call('right-key')).json()).toMatchObject({ code: 4006 });
	});

	test('is noted for every request without the key itself or the query string', async () => {
		await fetch(`${bench.simulator.origin}/elsewhere?secret=1`, { headers: { 'X-Other': 'right-key' } });
		await fetch(`${bench.simulator.origin}/elsewhere`, { headers: { 'X-Other': 'wrong-key' } });
		await fetch(`${bench.simulator.origin}/elsewhere`);
		const noted = bench.simulator.requests.filter(({ path }) => path === '/elsewhere');
		expect(noted.map(({ headers, status }) => [headers['x-other'], status])).toEqual([
			['right', 404],
			['wrong', 404],
			['missing', 404],
		]);
		expect(JSON.stringify(bench.simulator.requests)).not.toMatch(/right-key|wrong-key|secret/);
	});

	test('does not matter for addresses that are not the service: they show a page', async () => {
		for (const path of [
			'/',
			'/clips',
			'/clips/open-api/v1/project',
			'/service/open-api/v1/project/query/1',
		]) {
			const response = await fetch(`${bench.simulator.origin}${path}`, { method: 'PUT' });
			expect(response.status).toBe(404);
			expect(response.headers.get('content-type')).toMatch('text/html');
		}
	});
});
