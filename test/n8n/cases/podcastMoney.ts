import { until } from '../../../tools/host';
import type { FaultInput } from '../../../tools/simulator';
import { harbour, type Podcast } from '../podcast';
import { chosen, cleaned, type Choice } from '../podcastCases';

const noMinutes = { kind: 'code', code: 4007, errMsg: 'no minutes' } as const;
const tooShort = { kind: 'code', code: 4005, errMsg: 'video is shorter than 1 minute' } as const;

/** What can go wrong on the way from a feed to clips. Each case has episodes of its own; the ledger of the service says what was paid. */
export function podcastMoney(podcast: Podcast, choice?: Choice): void {
	const { bed } = podcast;
	const test = chosen(choice);
	cleaned(podcast);

	const onCreate = (name: string, fault: FaultInput['fault'], more: Partial<FaultInput> = {}) =>
		bed.simulator.faults.add({
			...{ on: 'create', match: { videoUrlIncludes: `podcast-${name}` }, fault },
			...more,
		});
	const away = { baseUrl: 'http://127.0.0.1:1/service' };
	const outages: ReadonlyArray<
		[what: string, changes: Readonly<Record<string, string>>, faults: ReadonlyArray<FaultInput['fault']>]
	> = [
		['cannot be reached', away, []],
		['does not take the key', { apiKey: 'gone' }, []],
		['has no minutes left', {}, [noMinutes]],
	];

	test('a project that fails while it is clipped has failed, and is told once, by whatever code', async () => {
		const codes = [4002, 4004, 4005, 4007, 4008, 4009, 4010];
		const names = codes.map((code) => `code-${code}`);
		const link = (code: number) =>
			`https://www.youtube.com/watch?x=sim-clipping-fails-${code}&v=podcast-code-${code}`;
		bed.showFeed(
			'/harbour',
			codes.map((code) => podcast.episode(`code-${code}`, link(code))),
		);
		await podcast.tick('clip', ...names.map(() => 'clip' as const));
		podcast.finish();
		await podcast.pass(45);
		expect(await podcast.statesOf(...names)).toEqual(names.map(() => 'failed'));
		expect(names.map((name) => podcast.toldOf('Not clipped', name))).toEqual(names.map(() => 1));
		expect(podcast.paid(...names)).toEqual(names.map(() => 1));
	});

	test('an episode whose answer is lost is unknown, told once, and left alone until a person has looked', async () => {
		const faults = {
			reset: { kind: 'reset' },
			cut: { kind: 'cut', afterBytes: 10 },
			gateway: { kind: 'status', status: 504 },
			page: { kind: 'body', body: '{"code":2000}' },
		} as const;
		const names = Object.keys(faults);
		for (const [name, fault] of Object.entries(faults)) onCreate(name, fault, { phase: 'after' });
		podcast.publishEpisodes(...names);
		await podcast.pass(90);
		expect(await podcast.statesOf(...names)).toEqual(names.map(() => 'unknown'));
		await podcast.pass(60);
		expect(podcast.paid(...names)).toEqual(names.map(() => 1));
		// That is how other workflows go on.
		expect(JSON.stringify([await podcast.rows('episodes'), podcast.lines])).not.toContain('Submit Again');
		expect(names.map((name) => podcast.toldOf('Perhaps paid for', `Episode ${name}`))).toEqual([1, 1, 1, 1]);
		const [first, second, third] = names;
		const { projectId } =
			bed.simulator.ledger.find(({ rawBody }) => rawBody.includes(`podcast-${first}`)) ?? {};
		await podcast.changeEpisode(String(first), { status: 'clipping', projectId });
		await podcast.changeEpisode(String(second), { status: '' });
		await podcast.changeEpisode(String(third), { status: 'again' });
		await podcast.pass(30);
		expect(podcast.paid(...names)).toEqual([1, 1, 2, 1]);
		podcast.finish();
		await podcast.pass(15);
		expect(await podcast.statesOf(...names)).toEqual(['ready', '', 'ready', 'unknown']);
	});

	test('IDs are noted, and episodes submitted, while the chat hangs', async () => {
		onCreate('refused', tooShort);
		podcast.publishEpisodes('paid', 'refused');
		bed.play('chat.example.com', { hang: true });
		await podcast.pass(45);
		bed.play('chat.example.com', undefined);
		expect(await podcast.statesOf('paid', 'refused')).toEqual(['clipping', 'failed']);
		await podcast.pass(15);
		expect(podcast.lines.some((line) => line.startsWith('Nothing could be told since '))).toBe(true);
		expect(podcast.told.at(-1)).toContain('Not clipped: Episode refused');
	});

	test.each(outages)(
		'episodes are submitted by themselves, and paid for once, when a service that %s is back; it is told once in all',
		async (what, changes, faults) => {
			const [mark = ''] = what.split(' ').slice(-1);
			const names = [1, 2, 3].map((number) => `${mark}-${number}`);
			podcast.publishEpisodes(...names);
			await bed.withCredential(changes, async () => {
				for (const fault of faults) onCreate(mark, fault, { times: 50 });
				await podcast.pass(120);
				bed.simulator.faults.clear();
			});
			expect([await podcast.statesOf(...names), podcast.paid(...names)]).toEqual([
				['new', 'new', 'new'],
				[0, 0, 0],
			]);
			expect(podcast.toldOf('Goes on by itself')).toBe(1);
			await podcast.pass(60);
			expect([await podcast.statesOf(...names), podcast.paid(...names)]).toEqual([
				['clipping', 'clipping', 'clipping'],
				[1, 1, 1],
			]);
		},
	);

	test('a service that is away for a moment is not told at all', async () => {
		podcast.publishEpisodes('moment');
		await podcast.tick('clip');
		await bed.withCredential(away, async () => await podcast.pass(15));
		await podcast.pass(60);
		expect(await podcast.statesOf('moment')).toEqual(['clipping']);
		expect(podcast.toldOf('Goes on by itself')).toBe(0);
	});

	test('a key that dies while an episode is clipped is told within the hour, once, and goes on by itself', async () => {
		podcast.publishEpisodes('dead-key');
		await podcast.tick('clip', 'clip');
		podcast.finish();
		await bed.withCredential({ apiKey: 'gone' }, async () => await podcast.pass(60));
		expect(podcast.toldOf('Goes on by itself', 'key')).toBe(1);
		expect(await podcast.statesOf('dead-key')).toEqual(['clipping']);
		await podcast.pass(15);
		expect(await podcast.statesOf('dead-key')).toEqual(['ready']);
	});

	test('a kill in the middle of a submission leaves one episode in doubt, which is unknown by itself', async () => {
		podcast.publishEpisodes('later', 'killed');
		await podcast.tick('clip');
		onCreate('killed', { kind: 'hang' }, { phase: 'after' });
		await podcast.begin('clip');
		await until(() => podcast.paid('killed')[0] === 1, 20, 60_000);
		await bed.host.n8n.kill();
		await bed.host.restart();
		expect(await podcast.statesOf('killed', 'later')).toEqual(['submitting', 'new']);
		await podcast.pass(60);
		expect(await podcast.statesOf('killed', 'later')).toEqual(['unknown', 'clipping']);
		expect(podcast.paid('killed', 'later')).toEqual([1, 1]);
		expect(podcast.toldOf('Perhaps paid for', 'Episode killed')).toBe(1);
	});

	test('a kill before a submission has begun, or after it has an answer, is mended by itself', async () => {
		podcast.publishEpisodes('mended', 'not-begun');
		await podcast.tick('clip', 'clip', 'clip');
		const [row, other] = [await podcast.rowOf('mended'), await podcast.rowOf('not-begun')];
		expect([row?.status, other?.status]).toEqual(['clipping', 'clipping']);
		// As if n8n had been killed before it could note the ID.
		await podcast.changeEpisode('mended', { status: 'submitting', projectId: '' });
		await podcast.enter('https://www.youtube.com/watch?v=podcast-taken', 'Episode taken', {
			...{ status: 'submitting', takenAt: new Date(Date.now()).toISOString() },
			workflow: podcast.idOf('clip'),
		});
		await podcast.pass(45);
		expect(await podcast.statesOf('mended', 'taken')).toEqual(['clipping', 'clipping']);
		expect((await podcast.rowOf('mended'))?.projectId).toBe(row?.projectId);
		expect(podcast.paid('mended', 'taken')).toEqual([1, 1]);
	});

	test('what another copy has been submitting is left alone, and told in the morning', async () => {
		podcast.publishEpisodes('other-copy');
		await podcast.tick('clip', 'clip');
		await podcast.changeEpisode('other-copy', { status: 'submitting', projectId: '' });
		await podcast.use('clip', podcast.clip);
		await podcast.pass(60);
		expect([await podcast.statesOf('other-copy'), podcast.paid('other-copy')]).toEqual([['submitting'], [1]]);
		expect(await podcast.morning()).toContain('submitting: Episode other-copy');
	});

	test('two executions at the same time submit an episode once, and list it once', async () => {
		podcast.publishEpisodes('twice');
		const both = async () => await Promise.all([podcast.call('clip'), podcast.call('clip')]);
		await both();
		await both();
		await both();
		podcast.finish();
		await both();
		expect(podcast.paid('twice')).toEqual([1]);
		const clips = (await podcast.clips('waiting')).filter(({ episode }) => episode === 'Episode twice');
		expect(new Set(clips.map(({ videoId }) => videoId)).size).toBe(clips.length);
	});

	test('one video by three addresses, by hand and in the feed, is paid for once', async () => {
		const id = 'abcdefghij1';
		await podcast.enter(`https://youtu.be/${id}?t=4`, 'Short link');
		await podcast.enter(`https://www.youtube.com/watch?v=${id}&t=1s`, 'With a time');
		const link = `https://www.youtube.com/watch?v=${id}`;
		bed.showFeed('/harbour', [podcast.episode('addresses', link)]);
		await podcast.pass(75);
		expect(bed.submissionsOf(id)).toHaveLength(1);
		podcast.finish();
		await podcast.pass(15);
		const { projectId } = bed.submissionsOf(id)[0] ?? {};
		const clips = (await podcast.clips('waiting')).filter((row) => row.projectId === projectId);
		expect(clips.length).toBeGreaterThan(0);
		expect(new Set(clips.map(({ videoId }) => videoId)).size).toBe(clips.length);
	});

	test('an episode without a clip that is good enough has failed; a lower score brings its clips for free', async () => {
		podcast.publishEpisodes('weak');
		await podcast.tick('clip', 'clip');
		podcast.finish();
		const strict = (score: number) => ({
			...podcast.clip,
			nodes: podcast.clip.nodes.map((one) =>
				one.name === 'Get Best Clips'
					? { ...one, parameters: { ...one.parameters, filters: { minViralScore: score, limit: 5 } } }
					: one,
			),
		});
		await podcast.use('clip', strict(10));
		await podcast.pass(30);
		expect(await podcast.statesOf('weak')).toEqual(['failed']);
		expect(podcast.toldOf('Episode weak', 'none with the score')).toBe(1);
		await podcast.use('clip', podcast.clip);
		await podcast.changeEpisode('weak', { status: 'clipping' });
		await podcast.pass(15);
		expect(await podcast.statesOf('weak')).toEqual(['ready']);
		expect(podcast.paid('weak')).toEqual([1]);
	});

	test('a premiere that is refused has failed, is told once, and is taken when a person says so', async () => {
		onCreate('premiere', { kind: 'code', code: 4004, errMsg: 'live video is not supported' });
		podcast.publishEpisodes('premiere');
		await podcast.pass(60);
		expect([await podcast.statesOf('premiere'), podcast.paid('premiere')]).toEqual([['failed'], [0]]);
		expect(podcast.toldOf('Not clipped: Episode premiere')).toBe(1);
		await podcast.changeEpisode('premiere', { status: 'again' });
		await podcast.pass(15);
		expect([await podcast.statesOf('premiere'), podcast.paid('premiere')]).toEqual([['clipping'], [1]]);
	});

	test('thirty episodes at once are each submitted once; one that turns public late is taken, too', async () => {
		const names = Array.from({ length: 30 }, (_, index) => `many-${index}-of-30`);
		podcast.publishEpisodes(...names);
		await podcast.pass(15 * 32, ['clip']);
		expect(podcast.paid(...names)).toEqual(names.map(() => 1));
		const late = { ...podcast.episode('late'), publishedAt: Date.now() - 9 * 86_400_000 };
		const [show] = await podcast.rows('shows');
		const since = Date.parse(String(show?.createdAt)) - 6 * 86_400_000;
		bed.showFeed('/harbour', [{ ...late, publishedAt: Math.max(late.publishedAt, since) }]);
		await podcast.tick('clip', 'clip');
		expect(podcast.paid('late')).toEqual([1]);
	});

	test('a show has at most as many episodes a week as its row says', async () => {
		const [show] = await podcast.rows('shows');
		await bed.clock.move(8 * 24 * 60);
		await podcast.change('shows', show?.id, { perWeek: 2 });
		const names = ['most-1', 'most-2', 'most-3'];
		podcast.publishEpisodes(...[...names].reverse());
		await podcast.pass(120, ['clip']);
		expect(await podcast.statesOf(...names)).toEqual(['clipping', 'clipping', 'new']);
		await bed.clock.move(7 * 24 * 60);
		await podcast.tick('clip');
		expect(podcast.paid(...names)).toEqual([1, 1, 1]);
		await podcast.change('shows', show?.id, { perWeek: harbour.perWeek });
	});

	test('a feed that is down is told in the morning, and other shows go on', async () => {
		bed.showFeed('/harbour', { status: 500 });
		await podcast.pass(15);
		expect(await podcast.morning()).toContainEqual(
			expect.stringMatching(/^Harbour: its feed could not be read\. /),
		);
		podcast.publishEpisodes('feed-is-back');
		await podcast.tick('clip', 'clip');
		expect(podcast.paid('feed-is-back')).toEqual([1]);
	});
}
