import { inWords, NOTHING_CHARGED } from '../../unit/given/texts';
import { itemsOf } from '../../host';
import { daysOf, episode, hardTitles, type Podcast, tableOf } from '../podcast';
import { servedFile } from '../recipeBed';
import { decide, titlesOn } from '../reviewBed';

/** What YouTube may be told of them. */
const onYouTube = [
	'a'.repeat(99),
	'C# & AI: 100% b"quoted"/b',
	hardTitles[2],
	'Long '.repeat(20).trim(),
	hardTitles[4],
];

/** The recipe, from its first morning on. */
export function podcastCases(podcast: Podcast): void {
	const { bed, clip, post } = podcast;
	const counts = async () => await podcast.counts();

	beforeAll(async () => {
		// Nothing is ready by itself: it is when a test says so.
		bed.simulator.configure({ processingSeconds: 1e6 });
		bed.receivers.showVideos([
			episode('five', 1),
			{ ...episode('a-short', 1), link: 'https://www.youtube.com/shorts/podcast-a-short' },
			episode('four', 2, '&sim-too-short'),
			episode('three', 3, '&sim-clipping-fails'),
			episode('two', 4),
			episode('one', 5),
			episode('last-year', 300),
		]);
		await podcast.open();
	});

	it('Shorts and old episodes in the feed are left out', async () => {
		await podcast.run(clip);
		const titles = (await podcast.episodes()).map(({ title }) => title);
		expect(titles.sort()).toEqual(['five', 'four', 'one', 'three', 'two'].map((name) => `Episode ${name}`));
		expect(podcast.submitted('one', 'a-short', 'last-year')).toEqual([0, 0, 0]);
	});

	it('five episodes at once are submitted three at a time, the oldest first, each once', async () => {
		await podcast.run(clip);
		expect(podcast.submitted('one', 'two', 'three', 'four', 'five')).toEqual([1, 1, 1, 0, 0]);
		await podcast.run(clip);
		await podcast.run(clip);
		expect(podcast.submitted('one', 'two', 'three', 'four', 'five')).toEqual([1, 1, 1, 1, 1]);
	});

	it('an episode that is refused is told at once, with the reason', async () => {
		const refused = (await podcast.episodes()).find(({ title }) => title === 'Episode four');
		expect(refused).toMatchObject({
			status: 'failed',
			problem: expect.stringContaining(NOTHING_CHARGED),
		});
		expect(podcast.told).toEqual([expect.stringContaining('Episode four')]);
	});

	it('a service that is down for a while loses no episode', async () => {
		podcast.finish();
		bed.simulator.faults.add({ on: 'query', times: 50, fault: { kind: 'status', status: 503 } });
		await podcast.run(clip);
		bed.simulator.faults.clear();
		const clipping = (await podcast.episodes()).filter(({ status }) => status === 'clipping');
		expect(clipping).toHaveLength(4);
		expect(podcast.told).toHaveLength(1);
	});

	it('clips that are ready are kept without links to their files; an episode whose clipping failed is told', async () => {
		await podcast.run(clip);
		const episodes = await podcast.episodes();
		const states = episodes.map(({ title, status }) => [title, status]);
		expect(Object.fromEntries(states)).toEqual({
			'Episode one': 'ready',
			'Episode two': 'ready',
			'Episode three': 'failed',
			'Episode four': 'failed',
			'Episode five': 'ready',
		});
		const costs = episodes.filter(({ status }) => status === 'ready').map(({ cost }) => cost);
		expect(costs).toEqual([31, 31, 31]);
		expect(podcast.told.slice(1)).toEqual([expect.stringContaining('Episode three')]);
		const rows = await podcast.clips(null);
		expect(rows.length).toBeGreaterThan(8);
		for (const row of rows) {
			expect(row).toMatchObject({ videoId: expect.any(String), hashtags: expect.stringMatching(/^#/) });
			expect(Number(row.score)).toBeGreaterThanOrEqual(7);
			expect(JSON.stringify(row)).not.toMatch(/\.mp4|Signature/);
		}
	});

	it('the second morning brings nothing twice: no submission, no clip', async () => {
		const before = [bed.simulator.ledger.length, (await podcast.clips(null)).length];
		await podcast.run(clip);
		await podcast.run(clip);
		expect([bed.simulator.ledger.length, (await podcast.clips(null)).length]).toEqual(before);
	});

	it('two executions at the same time submit an episode once', async () => {
		bed.receivers.showVideos([episode('six', 0)]);
		await Promise.all([podcast.run(clip), podcast.run(clip)]);
		await Promise.all([podcast.run(clip), podcast.run(clip)]);
		expect(podcast.submitted('six')).toEqual([1]);
	});

	it('a clip plays on the page, with a fresh link, however old its row is', async () => {
		const tab = await podcast.review();
		expect(await titlesOn(tab)).toHaveLength(10);
		const video = tab.locator('video').first();
		await video.scrollIntoViewIfNeeded();
		const played = await video.evaluate(async (film: { muted: boolean; play(): Promise<void> }) => {
			film.muted = true;
			await film.play();
			return true;
		});
		expect(played).toBe(true);
		expect(await tab.locator('video').count()).toBe(10);
		await tab.close();
	});

	it('nobody answers: nothing is posted', async () => {
		await podcast.run(post);
		expect(await counts()).toEqual([0, 0]);
		expect(await podcast.clips('approved')).toEqual([]);
	});

	it('what a person approves is planned for 18:00 of the time zone, one clip a day; what they never want is gone', async () => {
		const tab = await podcast.review();
		const [, second, third, fourth] = await titlesOn(tab);
		const [title] = hardTitles;
		const said = await decide(tab, [{ choice: 'Post', title }, { choice: 'Post' }, { choice: 'Never' }]);
		const planned = await podcast.clips('approved');
		expect(planned.map((row) => row.title)).toEqual([title, second]);
		const [day = '', next = ''] = daysOf(planned);
		expect(Date.parse(next) - Date.parse(day)).toBe(86_400_000);
		expect(said.match(/18:00: /g)).toHaveLength(2);
		expect((await podcast.clips('skipped')).map((row) => row.title)).toEqual([third]);
		const later = await podcast.review();
		expect((await titlesOn(later))[0]).toBe(fourth);
		await later.close();
	});

	it('the next review, and one in two tabs at once, plans no day twice, no clip twice, and leaves no day empty', async () => {
		const [one, other] = [await podcast.review(), await podcast.review()];
		await decide(one, [{ choice: 'Post' }, { choice: 'Post' }]);
		await decide(other, [{ choice: 'Post' }, { choice: 'Later' }, { choice: 'Post' }]);
		const planned = await podcast.clips('approved');
		const days = daysOf(planned).map((day) => Date.parse(day) / 86_400_000);
		expect(days.sort()).toEqual([0, 1, 2, 3, 4].map((later) => Math.min(...days) + later));
	});

	it('a page without a decision changes nothing', async () => {
		const [first] = await podcast.clips(null);
		await podcast.change(first?.id ?? 0, { title: hardTitles[1] });
		const before = await bed.tables.rows(tableOf.clips);
		expect(await decide(await podcast.review(), [])).toContain('Nothing new is planned');
		expect(await bed.tables.rows(tableOf.clips)).toEqual(before);
	});

	it('two executions at the same time post a clip that is due once, the very file, to both platforms', async () => {
		const row = (await podcast.clips('approved')).find(({ title }) => title === hardTitles[0]);
		if (row === undefined) throw new TypeError('Nothing is planned.');
		await podcast.due(row.id);
		const runs = await Promise.all([podcast.run(post), podcast.run(post)]);
		expect(await counts()).toEqual([1, 1]);
		const [found] = runs.flatMap((run) => itemsOf(run, 'Download Clip'));
		const file = found === undefined ? '' : await servedFile(found);
		expect(podcast.posts()).toEqual([
			{ platform: 'youtube', file, about: expect.objectContaining({ privacyStatus: 'private' }) },
		]);
		expect(await podcast.uploads()).toEqual([
			{
				file,
				platforms: ['tiktok'],
				about: {
					user: 'my-profile',
					title: `${String(row.title)}\n\n${String(row.hashtags)}`,
					privacy_level: 'SELF_ONLY',
					async_upload: 'true',
				},
			},
		]);
		expect(await podcast.clipOf(row.id)).toMatchObject({
			status: 'posted',
			youtube: expect.stringMatching(/^https:\/\/youtu\.be\/\d+$/),
			tiktok: expect.stringMatching(/^https:\/\/tiktok\.example\.com\/\d+$/),
		});
		expect(podcast.told.at(-1)).toContain('Clip posted: aaa');
		await podcast.run(post);
		expect(await counts()).toEqual([1, 1]);
	});

	it('hard titles arrive as YouTube takes them: without half an emoji, without < and >', async () => {
		const before = podcast.posts().length - 1;
		for (const title of hardTitles.slice(1)) {
			const [row] = await podcast.clips('approved');
			await podcast.due(row?.id ?? 0, { title });
			await podcast.run(post);
		}
		const titles = podcast
			.posts()
			.slice(before)
			.map(({ about }) => ('title' in about ? about.title : ''));
		expect(titles).toEqual(onYouTube);
		const uploads = (await podcast.uploads()).slice(before);
		const captions = hardTitles.map((title) => ({ title: expect.stringContaining(title.trim()) }));
		expect(uploads.map(({ about }) => about)).toMatchObject(captions);
		expect(await podcast.clips('failed')).toEqual([]);
	});

	it.each([
		['answers with an error', { status: 500 }],
		[
			'takes the clip and says later that it has failed',
			{
				json: {
					success: true,
					request_id: 'one',
					status: 'failed',
					results: [{ platform: 'tiktok', success: false, error_message: 'token expired' }],
				},
			},
		],
		[
			'takes the clip, and does not post it within an hour',
			{ json: { success: true, request_id: 'one', status: 'queued', results: [] } },
		],
	])('one platform of two %s: it is told, and only that one is tried again', async (_name, reply) => {
		const [row] = [...(await podcast.clips('approved')), ...(await podcast.clips(null))];
		const id = row?.id ?? 0;
		await podcast.due(id);
		const [before = 0] = await counts();
		bed.play('api.upload-post.com', reply);
		await podcast.run(post);
		bed.play('api.upload-post.com', undefined);
		expect(await podcast.clipOf(id)).toMatchObject({
			status: 'failed',
			youtube: expect.stringMatching(/^https:/),
			tiktok: expect.stringMatching(/^failed: \S/),
		});
		expect(podcast.told.at(-1)).toMatch(/^Clip failed: [^]*\nYouTube: https:\S+\nTikTok: failed: \S/);
		await podcast.change(id, { status: 'approved' });
		await podcast.run(post);
		expect(await podcast.clipOf(id)).toMatchObject({
			status: 'posted',
			tiktok: expect.stringMatching(/^https:/),
		});
		expect(podcast.posts()).toHaveLength(before + 1);
	});

	it('a clip that the service has no more, or a service that is down, is told, and nothing is posted', async () => {
		const before = await counts();
		const [gone, later] = await podcast.clips(null);
		await podcast.due(gone?.id ?? 0, { videoId: 'gone' });
		await podcast.run(post);
		const { title } = inWords('clipNotFound', { projectId: String(gone?.projectId), videoId: 'gone' });
		expect(podcast.told.at(-1)).toContain(`\nfailed: ${title}\nLook at the platforms`);
		await podcast.due(later?.id ?? 0);
		bed.simulator.faults.add({ on: 'query', times: 50, fault: { kind: 'status', status: 503 } });
		await podcast.run(post);
		bed.simulator.faults.clear();
		expect(podcast.told.at(-1)).toMatch(
			/^Clip failed: [^]*\nfailed: The status of the project could not be checked\n/,
		);
		expect((await podcast.clips('failed')).map(({ id }) => id)).toEqual([gone?.id, later?.id]);
		expect(await counts()).toEqual(before);
	});
}
