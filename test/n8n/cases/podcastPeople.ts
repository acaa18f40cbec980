import { z } from 'zod/v3';
import { formPath, formOf, RestError, until } from '../../../tools/host';
import { changed, type Podcast } from '../podcast';
import { chosen, cleaned, type Choice } from '../podcastCases';
import { example } from '../../../tools/beds/recipeBed';
import { decide, titlesOn } from '../../../tools/beds/reviewBed';
import { ended } from './durableRuns';

/** What can go wrong between the recipe and the people who use it. */
export function podcastPeople(podcast: Podcast, choice?: Choice): void {
	const { bed } = podcast;
	const test = chosen(choice);
	cleaned(podcast);

	test('two people who are done in the same second approve each clip once, and who was late is told', async () => {
		await podcast.clipsOf('both');
		const [one, other] = [await podcast.review(), await podcast.review()];
		const said = await Promise.all([
			decide(one, [{ choice: 'Post' }, { choice: 'Post' }, { choice: 'Never' }]),
			decide(other, [{ choice: 'Post' }, { choice: 'Later' }, { choice: 'Post' }]),
		]);
		const rows = (await podcast.rows('clips')).filter(({ episode }) => episode === 'Episode both');
		const approved = rows.filter(({ status }) => status === 'approved');
		expect([2, 3]).toContain(approved.length);
		expect(said.join('\n').match(/somebody else has decided meanwhile/g)?.length).toBe(2);
		await bed.clock.moveTo('18:00');
		await Promise.all([podcast.call('post'), podcast.call('post')]);
		await podcast.pass(120, ['post']);
		const posted = await podcast.clips('posted');
		expect(posted.filter(({ episode }) => episode === 'Episode both')).toHaveLength(1);
	});

	test('a page without a decision changes nothing', async () => {
		await podcast.clipsOf('nothing');
		const before = await podcast.rows('clips');
		expect(await decide(await podcast.review(), [])).toContain('Nothing new is approved.');
		expect(await podcast.rows('clips')).toEqual(before);
	});

	test('a page that is left open ends after an hour, changes nothing, and leaves no execution that waits', async () => {
		await podcast.clipsOf('left-open');
		const before = await podcast.rows('clips');
		const tab = await podcast.review();
		await bed.clock.move(61);
		// n8n looks once a minute.
		await until(
			async () => (await bed.client.countExecutions(podcast.approveId, 'webhook', ['waiting'])) === 0,
			1_000,
		);
		await tab.close();
		expect(await podcast.rows('clips')).toEqual(before);
	});

	test('a clip whose project is gone cannot be approved on the page, and can be refused', async () => {
		const [row] = await podcast.clipsOf('page-gone');
		await podcast.change('clips', row?.id, { projectId: '1', score: 11 });
		const tab = await podcast.review();
		expect(await tab.getByText('cannot be played now').count()).toBe(1);
		const options = await tab.locator('select').first().locator('option').allInnerTexts();
		expect(options).not.toContain('Post');
		await decide(tab, [{ choice: 'Never' }]);
		const after = (await podcast.rows('clips')).find(({ id }) => id === row?.id);
		expect(after?.status).toBe('skipped');
	});

	test('a chat that is down is told with the next message, which has all that it has missed', async () => {
		const fault = { kind: 'code', code: 4005, errMsg: 'video is shorter than 1 minute' } as const;
		bed.simulator.faults.add({ on: 'create', match: { videoUrlIncludes: 'podcast-untold' }, fault });
		podcast.publishEpisodes('untold');
		bed.play('chat.example.com', { status: 500 });
		await podcast.pass(60);
		bed.play('chat.example.com', undefined);
		podcast.forget();
		await podcast.pass(30);
		expect(podcast.told).toHaveLength(1);
		expect(podcast.lines[0]).toMatch(/^Nothing could be told since \w+ \d+ \w+, 12:\d\d\.$/);
		expect(podcast.lines[1]).toMatch(/^Not clipped: Episode untold\. /);
	});

	test('the morning line comes though the chat was down at eight', async () => {
		bed.play('chat.example.com', { status: 500 });
		await podcast.morning();
		bed.play('chat.example.com', undefined);
		podcast.forget();
		await podcast.pass(15, ['tell']);
		expect(podcast.lines).toContainEqual(expect.stringMatching(/^Harbour: clips that wait for you: /));
	});

	test('twenty failed episodes are a list of short lines, of 1,900 characters at most', async () => {
		for (let number = 0; number < 20; number += 1) {
			const problem = `The service cannot use this video. ${'It says so in many words. '.repeat(20)}`;
			const row = { status: 'failed', problem, news: new Date(Date.now()).toISOString() };
			await podcast.enter(
				`https://www.youtube.com/watch?v=podcast-list-${number}`,
				`Episode list ${number}`,
				row,
			);
		}
		await podcast.pass(60, ['tell']);
		const lines = await podcast.morning();
		expect(podcast.told.every((text) => text.length <= 1900)).toBe(true);
		expect(podcast.lines.every((line) => line.length <= 150)).toBe(true);
		for (let number = 0; number < 20; number += 1)
			expect(podcast.toldOf('Not clipped', `Episode list ${number}.`)).toBe(1);
		expect(lines).toContainEqual(expect.stringMatching(/^And \d+ more: look into the tables\.$/));
	});

	test('a column that a newer version needs is added by Set Up with a key of n8n, and named without one', async () => {
		const { session } = bed.client;
		const project = z.object({ id: z.string() });
		const { id: home } = await session.call({ path: '/rest/projects/personal', read: project });
		const table = z.object({ id: z.string(), name: z.string() });
		const path = `/rest/projects/${home}/data-tables`;
		const { data } = await session.call({ path, read: z.object({ data: z.array(table) }) });
		const { id = '' } = data.find(({ name }) => name === 'Podcast Episodes') ?? {};
		const columns = z.array(z.object({ id: z.string(), name: z.string() }));
		const columnsOf = async () => await session.call({ path: `${path}/${id}/columns`, read: columns });
		const rows = (await podcast.rows('episodes')).length;
		const drop = async () => {
			const news = (await columnsOf()).find(({ name }) => name === 'news');
			const at = `${path}/${id}/columns/${news?.id}`;
			await session.call({ method: 'DELETE', path: at, read: z.unknown() });
		};
		await drop();
		const failed = await podcast.makeTables();
		expect(failed.error?.message).toContain('the column news (date) to Podcast Episodes');
		const scopes = ['dataTableColumn:create', 'dataTableColumn:read'];
		const key = await session.call({
			...{ method: 'POST', path: '/rest/api-keys', read: z.object({ rawApiKey: z.string() }) },
			body: { label: 'set up', scopes, expiresAt: null },
		});
		const baseUrl = `${bed.webhookUrl}/api/v1`;
		await bed.addAccount({ name: 'n8n', type: 'n8nApi', data: { apiKey: key.rawApiKey, baseUrl } });
		await podcast.saveSetUp();
		expect((await podcast.makeTables()).error).toBeUndefined();
		expect((await columnsOf()).map(({ name }) => name)).toContain('news');
		expect(await podcast.rows('episodes')).toHaveLength(rows);
		podcast.publishEpisodes('after-upgrade');
		await podcast.tick('clip', 'clip');
		expect(podcast.paid('after-upgrade')).toEqual([1]);
	});

	test('a second copy of the page is refused by n8n, and published with another path', async () => {
		const publish = async () => await bed.publish({ ...podcast.approve, name: 'Copy' });
		await expect(publish()).rejects.toThrow(RestError);
		const options = { path: 'farm-clips', buttonLabel: 'Show them' };
		const [trigger] = podcast.approve.nodes.filter(({ name }) => name === 'Review Clips');
		const other = { parameters: { ...trigger?.parameters, options }, webhookId: 'farm' };
		const copy = changed({ ...podcast.approve, name: 'Copy' }, 'Review Clips', other);
		const { id } = await bed.publish(copy);
		const form = formOf(copy);
		expect(form === undefined ? '' : formPath(form)).toBe('/form/farm-clips');
		expect(await titlesOn(await bed.reviewPage(copy))).toEqual([]);
		await bed.client.deactivateWorkflow(id);
	});

	test('Report Failed Clips names the episode of an execution that n8n did not end', async () => {
		const { id: errorWorkflow } = await bed.publish(example('report-failed-clips.json'));
		await podcast.use('clip', {
			...podcast.clip,
			settings: { ...podcast.clip.settings, errorWorkflow },
		});
		podcast.publishEpisodes('reported');
		await podcast.tick('clip');
		const match = { videoUrlIncludes: 'podcast-reported' };
		bed.simulator.faults.add({ on: 'create', phase: 'after', match, fault: { kind: 'hang' } });
		const execution = await podcast.begin('clip');
		await until(() => podcast.paid('reported')[0] === 1, 20, 60_000);
		const before = bed.receivers.notices.length;
		await bed.host.n8n.kill();
		await bed.host.restart();
		await ended(bed, execution);
		await until(() => bed.receivers.notices.length > before, 500, 120_000);
		expect(JSON.stringify(bed.receivers.notices.slice(before))).toContain('Episode reported');
		await podcast.use('clip', podcast.clip);
	});
}
