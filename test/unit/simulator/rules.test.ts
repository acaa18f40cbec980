import { templates } from '../../simulator';
import { like } from '../given/matchers';
import { Bench, goodSubmission } from './bench';

describe('a submission to the simulator', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await Bench.start();
	});
	afterAll(() => bench.simulator.close());

	const youTube = { videoUrl: 'https://www.youtube.com/watch?v=abc', videoType: 2, ext: undefined };

	const having = (changes: Record<string, unknown>): [string, Record<string, unknown>] => [
		JSON.stringify(changes),
		changes,
	];

	test.each<[string, Record<string, unknown>]>([
		['the required fields only', {}],
		[
			'every field',
			{ ...youTube, ratioOfClip: 4, templateId: 88104, removeSilenceSwitch: 1, maxClipNumber: 100 },
		],
		[
			'every switch',
			{ subtitleSwitch: 0, emojiSwitch: 1, highlightSwitch: 1, autoBrollSwitch: 0, headlineSwitch: 1 },
		],
		['the instruction as keywords', { keywords: 'the storm' }],
		['the instruction as keyword', { keyword: 'the storm' }],
		['the instruction in both spellings', { keyword: 'the storm', keywords: 'the storm' }],
		['several lengths', { preferLength: [1, 2, 3, 4] }],
		['a length twice', { preferLength: [2, 2] }],
		['a language beyond the seven', { lang: 'ja' }],
		['a language with a region', { lang: 'pt-BR' }],
		['a YouTube link without ext', youTube],
		['an ext that another source does not need', { ...youTube, ext: 'mkv' }],
		['the second model', { clipModel: 'clip_v2' }],
		['a field of a newer version', { mood: { calm: true } }],
		[
			'a language given for a video without speech',
			{ videoUrl: 'https://films.example/sim-no-speech', lang: 'en' },
		],
		...[1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14].map((videoType) => having({ videoType })),
		...['mp4', '3gp', 'avi', 'mov'].map((ext) => having({ ext })),
		...['auto', 'en', 'es', 'pt', 'fr', 'de', 'ru'].map((lang) => having({ lang })),
		...templates.map(({ templateId, ratioOfClip }) => having({ templateId, ratioOfClip })),
		['a marker that is only part of a word', { videoUrl: 'https://films.example/my-sim-live-talk.mp4' }],
	])('is accepted with %s', async (_what, changes) => {
		expect(await bench.create(changes)).toMatchObject({ code: 2000, errMsg: '' });
	});

	const switches = [
		'removeSilenceSwitch',
		'subtitleSwitch',
		'emojiSwitch',
		'highlightSwitch',
		'autoBrollSwitch',
		'headlineSwitch',
	];
	test.each<[string, string, unknown, number]>([
		['videoUrl', 'missing', undefined, 4006],
		['videoUrl', 'not text', 7, 4006],
		['videoUrl', 'empty', '', 4009],
		['videoUrl', 'no URL', 'harbour.mp4', 4009],
		['videoUrl', 'of another scheme', 'ftp://films.example/a.mp4', 4009],
		['videoUrl', 'without a host', 'https:///a.mp4', 4009],
		['videoType', 'missing', undefined, 4006],
		['videoType', '8', 8, 4006],
		['videoType', '0', 0, 4006],
		['videoType', '15', 15, 4006],
		['videoType', 'text', '1', 4006],
		['videoType', 'not whole', 1.5, 4006],
		['ext', 'missing', undefined, 4006],
		['ext', 'empty', '', 4006],
		['ext', 'outside the four', 'mkv', 4004],
		['ext', 'not text', 4, 4006],
		['preferLength', 'missing', undefined, 4006],
		['preferLength', 'empty', [], 4006],
		['preferLength', 'no list', 0, 4006],
		['preferLength', '5', [5], 4006],
		['preferLength', '0 with another', [0, 1], 4006],
		['preferLength', 'text', ['2'], 4006],
		['lang', 'missing', undefined, 4006],
		['lang', 'empty', '', 4006],
		['lang', 'no language', 'xx', 4006],
		['lang', 'a name', 'english', 4006],
		['ratioOfClip', '5', 5, 4006],
		['ratioOfClip', 'a list', [1], 4006],
		['ratioOfClip', 'text', '1', 4006],
		['templateId', 'unknown', 1, 4006],
		['templateId', 'of another ratio', 88102, 4006],
		['templateId', 'text', '88101', 4006],
		['maxClipNumber', '0', 0, 4006],
		['maxClipNumber', '101', 101, 4006],
		['maxClipNumber', 'not whole', 2.5, 4006],
		['keywords', 'not text', 1, 4006],
		['keyword', 'not text', ['a'], 4006],
		['projectName', 'not text', 1, 4006],
		['clipModel', 'unknown', 'clip_v3', 4006],
		...switches.flatMap(
			(name): Array<[string, string, unknown, number]> => [
				[name, 'a boolean', true, 4006],
				[name, '2', 2, 4006],
				[name, 'null', null, 4006],
			],
		),
	])('is refused when %s is %s', async (field, _what, value, code) => {
		const refusal = await bench.create({ [field]: value });
		expect(refusal).toEqual({ code, errMsg: like(/\w/) });
		expect(refusal.errMsg).toMatch(code === 4009 ? /video URL/ : new RegExp(field));
	});

	test('is refused when the two spellings of the instruction differ', async () => {
		expect(await bench.create({ keywords: 'a', keyword: 'b' })).toMatchObject({ code: 4006 });
	});

	test.each([
		['sim-live', 4004],
		['sim-too-short', 4005],
		['sim-too-long', 4005],
		['sim-too-big', 4005],
		['sim-broken', 4005],
		['sim-unreachable', 4008],
		['sim-no-speech', 4010],
		['sim-no-minutes', 4007],
	])('with the marker %s is refused with %i, wherever the marker stands', async (word, code) => {
		for (const videoUrl of [
			`https://films.example/${word}/a.mp4`,
			`https://films.example/${word}.mp4`,
			`https://films.example/a.mp4?${word}`,
			`https://films.example/a.mp4?mark=${word}`,
		])
			expect(await bench.create({ videoUrl })).toMatchObject({ code });
	});

	test.each(['', 'no JSON', '[]', 'null', '"text"'])('is refused with the body %j', async (body) => {
		const response = await bench.post(body);
		expect(response.status).toBe(200);
		expect(await response.json()).toMatchObject({ code: 4006 });
	});

	test('is refused when it does not say that it is JSON', async () => {
		const response = await bench.post(JSON.stringify(goodSubmission), { 'Content-Type': 'text/plain' });
		expect(await response.json()).toMatchObject({ code: 4006 });
	});
});

describe('the ledger', () => {
	test('holds every submission, accepted or not, as it came', async () => {
		const bench = await Bench.start();
		const { simulator } = bench;
		const { projectId } = await bench.create({ mood: 'calm' });
		await bench.create({ lang: 'xx' });
		await bench.post('no JSON');
		expect(simulator.ledger).toEqual([
			expect.objectContaining({
				at: bench.clock.ms,
				body: { ...goodSubmission, mood: 'calm' },
				code: 2000,
				projectId,
				fault: null,
			}),
			expect.objectContaining({ code: 4006, projectId: null }),
			expect.objectContaining({ rawBody: 'no JSON', body: undefined, code: 4006 }),
		]);
		await simulator.close();
	});
});

describe('submission limits', () => {
	test('allow so many projects a minute and so many an hour, and refused submissions do not count', async () => {
		const bench = await Bench.start({ submissionLimits: { perMinute: 3, perHour: 5 } });
		const codes: number[] = [];
		const submit = async (times: number) => {
			for (let time = 0; time < times; time += 1) codes.push((await bench.create()).code);
		};
		await bench.create({ lang: 'xx' });
		await submit(4);
		bench.clock.pass(60);
		await submit(3);
		bench.clock.pass(3540);
		await submit(1);
		expect(codes).toEqual([2000, 2000, 2000, 4003, 2000, 2000, 4003, 2000]);
		await bench.simulator.close();
	});
});
