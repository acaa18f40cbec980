import { harbour, hardTitles, type Podcast } from '../podcast';
import { uploadPostsOf } from '../../../tools/beds/recipePlatforms';
import { decide, titlesOn } from '../../../tools/beds/reviewBed';

/** What YouTube may be told of them. */
const onYouTube = [
	'a'.repeat(99),
	'C# & AI: 100% "quoted"',
	hardTitles[2],
	'Long '.repeat(20).trim(),
	hardTitles[4],
];

/** A title as the page has it. */
const plain = (title = '') => title.replace(/<[^>]*>/g, '');

/** The first days of the recipe, each case after the one before it. */
export function podcastDays(podcast: Podcast): void {
	const { bed } = podcast;
	const counts = async () => {
		const posted = await podcast.posted();
		return ['youtube', 'tiktok'].map((of) => posted.filter((one) => one.startsWith(of)).length);
	};

	beforeAll(async () => {
		// Nothing is ready by itself: it is when a test says so.
		bed.simulator.configure({ processingSeconds: 1e6 });
		await podcast.open();
		await bed.clock.moveTo('12:00');
	});

	it('a show is taken down by a form, and changed by it: what is left empty stays', async () => {
		const { id } = await bed.publish(podcast.setUp);
		const fill = async (filled: Readonly<Record<string, string>>, executions: number) => {
			const tab = await bed.formPage(podcast.setUp, 'Submit');
			for (const [label, text] of Object.entries(filled)) await tab.getByLabel(label).fill(text);
			await tab.getByRole('button', { name: 'Submit' }).click();
			await bed.client.waitForExecutionsOf(id, executions);
			await tab.close();
		};
		const { show, feed, zone, profile, chat, perWeek } = harbour;
		const filled = { 'Name of the show': show, 'Channel ID': 'UC1234567890123456789012', 'Time zone': zone };
		const also = { 'Your profile': profile, 'Where to tell': chat };
		await fill({ ...filled, ...also }, 1);
		// What is left empty stays.
		await fill({ 'Name of the show': show, 'Where to tell': chat, 'Most episodes': String(perWeek) }, 2);
		await bed.client.deactivateWorkflow(id);
		const [row, ...others] = await podcast.rows('shows');
		expect(others).toEqual([]);
		const ofChannel = 'https://www.youtube.com/feeds/videos.xml?playlist_id=UULF1234567890123456789012';
		expect(row).toMatchObject({ ...harbour, feed: ofChannel });
		await podcast.change('shows', row?.id, { feed });
	});

	it('Shorts and old episodes in the feed are left out', async () => {
		const old = { ...podcast.episode('last-year'), publishedAt: Date.now() - 300 * 86_400_000 };
		const short = podcast.episode('a-short', 'https://www.youtube.com/shorts/podcast-a-short');
		const age = (name: string, days: number) => ({
			...podcast.episode(name),
			publishedAt: Date.now() - days * 86_400_000,
		});
		bed.showFeed('/harbour', [age('three', 1), short, age('two', 2), age('one', 3), old]);
		await podcast.tick('clip');
		const titles = (await podcast.rows('episodes')).map(({ title }) => title);
		expect(titles.sort()).toEqual(['one', 'three', 'two'].map((name) => `Episode ${name}`));
	});

	it('one episode is submitted at a time, the oldest first, each once', async () => {
		const fault = { kind: 'code', code: 4005, errMsg: 'video is shorter than 1 minute' } as const;
		bed.simulator.faults.add({ on: 'create', match: { videoUrlIncludes: 'podcast-two' }, fault });
		await podcast.tick('clip');
		expect(podcast.paid('one', 'two', 'three')).toEqual([1, 0, 0]);
		await podcast.tick('clip', 'clip', 'clip');
		expect(podcast.paid('one', 'two', 'three')).toEqual([1, 0, 1]);
	});

	it('an episode that is refused is told within the hour, once, with the reason', async () => {
		expect(await podcast.statesOf('one', 'two', 'three')).toEqual(['clipping', 'failed', 'clipping']);
		await podcast.tick('tell', 'tell');
		expect(podcast.toldOf('Episode two')).toBe(1);
		expect(podcast.lines).toContainEqual(expect.stringMatching(/^Not clipped: Episode two\. .*minute/));
	});

	it('clips that are ready wait, without links to their files', async () => {
		podcast.finish();
		await podcast.tick('clip');
		expect(await podcast.statesOf('one', 'three')).toEqual(['ready', 'ready']);
		expect((await podcast.rowOf('one'))?.cost).toBe(31);
		const rows = await podcast.clips('waiting');
		expect(rows.length).toBeGreaterThan(5);
		for (const row of rows) {
			expect(row).toMatchObject({ show: 'Harbour', hashtags: expect.stringMatching(/^#/) });
			expect(Number(row.score)).toBeGreaterThanOrEqual(7);
			expect(JSON.stringify(row)).not.toMatch(/\.mp4|Signature/);
		}
	});

	it('nobody answers: nothing is posted', async () => {
		await bed.clock.moveTo('18:00');
		await podcast.tick('post');
		expect(await counts()).toEqual([0, 0]);
	});

	it('each morning there is a line, once, with the page, and an empty slot', async () => {
		const waiting = (await podcast.clips('waiting')).length;
		const before = podcast.toldOf('clips that wait');
		const lines = await podcast.morning();
		expect(lines[0]).toBe(`Harbour: clips that wait for you: ${waiting}, in the row: 0.`);
		expect(lines).toContainEqual(
			expect.stringMatching(/^Harbour: no clip on \w+, 18:00, nothing was approved\.$/),
		);
		expect(lines.at(-1)).toBe(`Review: ${bed.webhookUrl}/form/podcast-clips`);
		await podcast.pass(60, ['tell']);
		expect(podcast.toldOf('clips that wait')).toBe(before + 1);
	});

	it('a clip plays on the page, with a fresh link, however old its row is', async () => {
		const tab = await podcast.review();
		const shown = (await titlesOn(tab)).length;
		const video = tab.locator('video').first();
		await video.scrollIntoViewIfNeeded();
		const played = await video.evaluate(async (film: { muted: boolean; play(): Promise<void> }) => {
			film.muted = true;
			await film.play();
			return true;
		});
		expect([played, await tab.locator('video').count()]).toEqual([true, shown]);
		await tab.close();
	});

	it('what a person approves goes into the row, with their title; what they never want is gone', async () => {
		const tab = await podcast.review();
		const [, second, third, fourth] = await titlesOn(tab);
		const [title] = hardTitles;
		const said = await decide(tab, [{ choice: 'Post', title }, { choice: 'Post' }, { choice: 'Never' }]);
		expect(said).toMatch(/number 1 in the row of Harbour\. \w+ \d+ \w+, 18:00/);
		expect(said).toContain('number 2 in the row of Harbour.');
		const approved = await podcast.clips('approved');
		expect(approved.map((row) => row.title).sort()).toEqual([title, plain(second)].sort());
		expect((await podcast.clips('skipped')).map((row) => row.title)).toEqual([third]);
		const later = await podcast.review();
		expect((await titlesOn(later))[0]).toBe(fourth);
		await decide(later, [{ choice: 'Later', title: 'A better title' }]);
		expect((await podcast.clips('waiting')).map((row) => row.title)).toContain('A better title');
	});

	it('at its slot the oldest clip of the row is posted, once, the very file, to both platforms', async () => {
		await bed.clock.moveTo('17:45');
		await podcast.tick('post');
		expect(await counts()).toEqual([0, 0]);
		await bed.clock.moveTo('18:00');
		await Promise.all([podcast.call('post'), podcast.call('post')]);
		await podcast.pass(60, ['post']);
		expect(await counts()).toEqual([1, 1]);
		const [row] = await podcast.clips('posted');
		expect(row).toMatchObject({
			title: hardTitles[0],
			youtube: expect.stringMatching(/^https:\/\/youtu\.be\/\d+$/),
			tiktok: expect.stringMatching(/^https:\/\/tiktok\.example\.com\/\d+$/),
		});
		const file = await podcast.fileOf(row);
		expect(await podcast.posted()).toEqual([`youtube ${file}`, `tiktok ${file}`]);
		expect(bed.posts()[0]?.about).toMatchObject({ privacyStatus: 'private' });
		const [upload] = await uploadPostsOf(bed.recorder.calls);
		expect(upload?.about).toEqual({
			user: 'my-profile',
			title: `${String(row?.title)}\n\n${String(row?.hashtags)}`,
			privacy_level: 'SELF_ONLY',
			async_upload: 'true',
		});
		await podcast.tick('tell', 'tell');
		expect(podcast.toldOf('Posted: aaa', 'https://youtu.be/', 'https://tiktok.example.com/')).toBe(1);
	});

	it('hard titles arrive as YouTube takes them: without half an emoji, without < and >', async () => {
		const [next, ...waiting] = [...(await podcast.clips('approved')), ...(await podcast.clips('waiting'))];
		const rows = [next, ...waiting].slice(0, 4).flatMap((row) => row ?? []);
		for (const [index, row] of rows.entries())
			await podcast.change('clips', row.id, { title: hardTitles[index + 1] });
		await podcast.approveAll(rows);
		for (const { id } of rows) {
			await bed.clock.moveTo('18:00');
			await podcast.tick('post');
			await podcast.pass(30, ['post']);
			expect((await podcast.clips('posted')).map((row) => row.id)).toContain(id);
		}
		expect(bed.posts().map(({ about }) => ('title' in about ? about.title : ''))).toEqual(onYouTube);
	});
}
