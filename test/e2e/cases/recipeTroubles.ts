import { itemsOf } from '../../host';
import { changed, daysOf, hoursAgo, type Podcast } from '../podcast';
import { decide, titlesOn } from '../reviewBed';
import { connect } from './durableRuns';

/** What agencies have met with the recipe; it goes on where its first days end, with episode six being clipped. */
export function troubleCases(podcast: Podcast): void {
	const { bed, clip, post } = podcast;

	/** The recipe with a second feed below the first one, which is down. */
	const twoFeeds = () => {
		const first = clip.nodes.find(({ name }) => name === 'Videos from Feed');
		if (first === undefined) throw new TypeError('There is no feed.');
		const down = changed({ ...clip, name: 'Two feeds' }, first.name, {
			parameters: { url: 'https://feeds.example.com/down.xml', options: {} },
		});
		const second = { ...first, id: 'second', name: 'Second Feed', position: [664, 1190] };
		const both = { ...down, nodes: [...down.nodes, second] };
		return connect(connect(both, 'Table of Clips', second.name), second.name, 'New and Long');
	};

	it('a feed that is down is told in the morning, and the feeds below it are read', async () => {
		const run = await podcast.run(twoFeeds());
		expect(itemsOf(run, 'Keep Episode')).toHaveLength(1);
		const row = (await podcast.episodes()).find(({ status }) => status === 'feed');
		expect(row).toMatchObject({
			title: 'Videos from Feed',
			link: expect.stringMatching(/\/down\.xml$/),
			problem: expect.stringMatching(/\S/),
		});
		const line = `This feed could not be read: Videos from Feed. ${String(row?.problem)}`;
		expect(await podcast.morning()).toContain(line);
		await podcast.changeEpisode('Videos from Feed', { takenAt: hoursAgo(25) });
		expect(await podcast.morning()).not.toContain(line);
	});

	it('a key that is refused while an episode is clipped is told with it, with the reason', async () => {
		const refusal = { kind: 'code', code: 4001, errMsg: 'invalid key' } as const;
		bed.simulator.faults.add({ on: 'query', times: 50, fault: refusal });
		await podcast.run(clip);
		bed.simulator.faults.clear();
		await podcast.changeEpisode('Episode six', { takenAt: hoursAgo(7) });
		const row = await podcast.episodeOf('Episode six');
		expect(row).toMatchObject({ status: 'clipping', problem: expect.stringContaining('key') });
		expect(await podcast.morning()).toContain(
			`Stuck, look at execution ${String(row?.execution)}: Episode six. ${String(row?.problem)}`,
		);
		await podcast.run(clip);
		expect(await podcast.episodeOf('Episode six')).toMatchObject({ status: 'clipping', problem: '' });
	});

	it('an episode without a clip that is good enough is told, until it is tried again or skipped', async () => {
		const [projectId] = bed.submissionsOf('Episode six"').map((entry) => entry.projectId ?? '');
		bed.simulator.finish(projectId ?? '');
		const get = clip.nodes.find(({ name }) => name === 'Get Best Clips');
		const strict = { ...get?.parameters, filters: { minViralScore: 10, limit: 5 } };
		await podcast.run(changed({ ...clip, name: 'Strict' }, 'Get Best Clips', { parameters: strict }));
		const told = expect.stringMatching(/^Failed: Episode six\. It has no clip with the score /);
		expect(await podcast.morning()).toContainEqual(told);
		await podcast.changeEpisode('Episode six', { status: 'skipped' });
		expect(await podcast.morning()).not.toContainEqual(told);
		await podcast.changeEpisode('Episode six', { status: 'clipping' });
		await podcast.run(clip);
		expect(await podcast.episodeOf('Episode six')).toMatchObject({ status: 'ready', problem: '' });
		expect(podcast.submitted('six')).toEqual([1]);
	});

	it('a new title is kept with Later', async () => {
		await decide(await podcast.review(), [{ choice: 'Later', title: 'A better title' }]);
		const tab = await podcast.review();
		expect((await titlesOn(tab))[0]).toBe('A better title');
		await tab.close();
	});

	it('the day of a clip that is taken back goes to the next one that is approved', async () => {
		await decide(await podcast.review(), [{ choice: 'Post' }, { choice: 'Post' }]);
		const [first, second] = await podcast.clips('approved');
		await podcast.change(first?.id ?? 0, { status: 'skipped' });
		await decide(await podcast.review(), [{ choice: 'Post' }]);
		const planned = await podcast.clips('approved');
		expect(planned).toHaveLength(2);
		const days = [first, second].flatMap((row) => row ?? []);
		expect(daysOf(planned).sort()).toEqual(daysOf(days).sort());
	});

	it('a credential that is missing where it is asked for the status is told, for TikTok', async () => {
		const [row] = await podcast.clips('approved');
		await podcast.due(row?.id ?? 0);
		await podcast.run(changed({ ...post, name: 'No status' }, 'Ask for Status', { credentials: {} }));
		expect(podcast.told.at(-1)).toMatch(
			/^Clip failed: [^]*\nTikTok: failed: .*[Cc]redential.*\nLook at the platforms, and at the queue/,
		);
		await podcast.change(row?.id ?? 0, { status: 'skipped' });
	});
}
