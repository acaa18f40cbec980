import { startClient, goodSubmission, type Client } from './client';

describe('a submission to the simulator', () => {
	let client: Client;
	beforeAll(async () => {
		client = await startClient();
	});
	afterAll(() => client.simulator.close());

	const youTube = { videoUrl: 'https://www.youtube.com/watch?v=abc', videoType: 2, ext: undefined };
	const switches = ['removeSilence', 'subtitle', 'emoji', 'highlight', 'autoBroll', 'headline'].map(
		(name) => `${name}Switch`,
	);

	test.each<Record<string, unknown>>([
		{},
		{ ...youTube, ratioOfClip: 4, templateId: 88104, maxClipNumber: 100, clipModel: 'clip_v2' },
		Object.fromEntries(switches.map((name, index) => [name, index % 2])),
		{ keyword: 'the storm', keywords: 'the storm' },
		{ preferLength: [1, 2, 3, 4] },
		{ lang: 'pt-BR' },
		{ mood: { calm: true } },
		{ videoUrl: 'https://films.example/my-sim-live-talk.mp4' },
	])('is accepted with %j', async (changes) => {
		expect(await client.create(changes)).toMatchObject({ code: 2000, errMsg: '' });
	});

	test.each<[string, unknown, number]>([
		['videoUrl', undefined, 4006],
		['videoUrl', 'harbour.mp4', 4009],
		['videoUrl', 'ftp://films.example/a.mp4', 4009],
		['videoType', 8, 4006],
		['videoType', '1', 4006],
		['ext', undefined, 4006],
		['ext', 'mkv', 4004],
		['preferLength', [], 4006],
		['preferLength', [5], 4006],
		['preferLength', [0, 1], 4006],
		['lang', '', 4006],
		['lang', 'xx', 4006],
		['ratioOfClip', 5, 4006],
		['templateId', 1, 4006],
		['templateId', 88102, 4006],
		['maxClipNumber', 101, 4006],
		['keywords', 1, 4006],
		['projectName', 1, 4006],
		['clipModel', 'clip_v3', 4006],
		...switches.map((name): [string, unknown, number] => [name, true, 4006]),
	])('is refused when %s is %j', async (field, value, code) => {
		const { errMsg, ...refusal } = await client.create({ [field]: value });
		expect(refusal).toEqual({ code, videos: [] });
		expect(errMsg).toMatch(code === 4009 ? /video URL/ : new RegExp(field));
	});

	test('is refused when the two spellings of the instruction differ', async () => {
		expect(await client.create({ keywords: 'a', keyword: 'b' })).toMatchObject({ code: 4006 });
	});

	test.each([
		['sim-live', 4004],
		['sim-too-short', 4005],
		['sim-no-minutes', 4007],
	])('with the marker %s is refused with %i, wherever the marker stands', async (word, code) => {
		for (const place of [`${word}/a.mp4`, `${word}.mp4`, `a.mp4?${word}`, `a.mp4?mark=${word}`])
			expect(await client.create({ videoUrl: `https://films.example/${place}` })).toMatchObject({ code });
	});

	test('is refused when it is no JSON, or does not say that it is', async () => {
		for (const [body, headers] of [
			['', {}],
			['no JSON', {}],
			['[]', {}],
			[JSON.stringify(goodSubmission), { 'Content-Type': 'text/plain' }],
		] as const)
			expect(await (await client.post(body, headers)).json()).toMatchObject({ code: 4006 });
	});
});

describe('the ledger', () => {
	test('holds every submission, accepted or not, as it came', async () => {
		const { simulator, create, post } = await startClient();
		const { projectId } = await create({ mood: 'calm' });
		await create({ lang: 'xx' });
		await post('no JSON');
		expect(simulator.ledger).toMatchObject([
			{ body: { ...goodSubmission, mood: 'calm' }, code: 2000, projectId, fault: null },
			{ code: 4006, projectId: null },
			{ rawBody: 'no JSON', body: undefined, code: 4006 },
		]);
		await simulator.close();
	});
});

describe('submission limits', () => {
	test('allow so many projects a minute and so many an hour, and refused submissions do not count', async () => {
		let now = Date.UTC(2030, 0, 1);
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		const { simulator, create } = await startClient({ submissionLimits: { perMinute: 3, perHour: 5 } });
		const codes: number[] = [];
		await create({ lang: 'xx' });
		for (const [times, seconds] of [
			[4, 60],
			[3, 3540],
			[1, 0],
		] as const) {
			for (let time = 0; time < times; time += 1) codes.push((await create()).code);
			now += seconds * 1000;
		}
		expect(codes).toEqual([2000, 2000, 2000, 4003, 2000, 2000, 4003, 2000]);
		await simulator.close();
		jest.restoreAllMocks();
	});
});
