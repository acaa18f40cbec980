import type { Page } from 'playwright-core';
import { z } from 'zod/v3';
import { itemsOf, until, type Execution, type SavedWorkflow, type Workflow } from '../../host';
import type { FeedVideo } from '../../receivers';
import { node } from '../flows';
import { example, servedFile } from '../recipeBed';
import { uploadPostsOf } from '../recipePlatforms';
import { decide, titlesOn, type ReviewBed } from '../reviewBed';
import type { Row } from '../tables';
import { connect, ended, startByWebhook } from './durableRuns';

const notice = z.object({ text: z.string() });
const zone = 'Europe/Berlin';

/** A workflow in a time zone, as its settings have it. */
const inBerlin = (workflow: Workflow): Workflow => ({
	...workflow,
	settings: { executionOrder: 'v1', timezone: zone },
});

/** What a clock in Berlin shows. */
const berlin = (date: unknown): string =>
	new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
		new Date(String(date)),
	);

/** The days that were planned, without their time, which must be 18:00. */
const daysOf = (rows: readonly Row[]): string[] =>
	rows.map(({ publishAt }) => {
		const [day = '', time] = berlin(publishAt).split(' ');
		expect(time).toBe('18:00');
		return day;
	});

const episode = (name: string, daysAgo: number, marker = ''): FeedVideo => ({
	title: `Episode ${name}`,
	link: `https://www.youtube.com/watch?v=podcast-${name}${marker}`,
	daysAgo,
});

/** Titles that platforms have trouble with: an emoji where YouTube's 100 characters end, signs, quotes, Arabic, and a long one. */
export const hardTitles = [
	`${'a'.repeat(99)}😀 and more`,
	'C# & AI: 100% <b>"quoted"</b>',
	'مقابلة في الميناء',
	`${'Long '.repeat(30)}end`,
] as const;

/** What YouTube may be told of them. */
const onYouTube = ['a'.repeat(99), 'C# & AI: 100% b"quoted"/b', hardTitles[2], 'Long '.repeat(20).trim()];

/** The same workflow without its schedule, which would start it in the middle of a test. */
const unscheduled = (workflow: Workflow): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((one) =>
		one.type === 'n8n-nodes-base.scheduleTrigger' ? { ...one, disabled: true } : one,
	),
});

/** The same workflow, started by a webhook as well, at one of its nodes: such executions can be retried after a kill. */
const alsoCalled = (workflow: Workflow, at: string): Workflow => {
	const hook = node('Hook', 'n8n-nodes-base.webhook', {
		typeVersion: 2,
		webhookId: workflow.name,
		parameters: { httpMethod: 'POST', path: workflow.name, responseMode: 'onReceived', options: {} },
	});
	return connect(unscheduled({ ...workflow, nodes: [...workflow.nodes, hook] }), 'Hook', at);
};

/** From the feed of a channel to approved Shorts: three workflows, two tables, one page. */
export class Podcast {
	readonly clip = example('podcast-to-approved-shorts-1-clip.json');
	readonly approve = inBerlin(example('podcast-to-approved-shorts-2-approve.json'));
	readonly post = example('podcast-to-approved-shorts-3-post.json');
	private readonly saved = new Map<Workflow, SavedWorkflow>();

	constructor(readonly bed: ReviewBed) {}

	/** Saves the workflows; the page of the second one is published. */
	async open(): Promise<void> {
		for (const workflow of [this.clip, this.approve, this.post]) {
			this.saved.set(workflow, await this.bed.save(workflow));
		}
		await this.bed.publish(unscheduled(this.approve));
	}

	/** Starts a workflow as its schedule does. */
	async start(workflow: Workflow, trigger = 'Every 15 Minutes'): Promise<string> {
		return (await this.bed.client.runWorkflow(this.saved.get(workflow)?.id ?? '', trigger)) ?? '';
	}

	/** Runs a workflow as its schedule does, to its end. */
	async run(workflow: Workflow, trigger?: string): Promise<Execution> {
		const execution = await ended(this.bed, await this.start(workflow, trigger));
		expect(execution.error).toBeUndefined();
		return execution;
	}

	/** What was told so far, the oldest first. */
	get told(): string[] {
		return this.bed.receivers.notices.map((body) => notice.parse(body).text);
	}

	async episodes(): Promise<Row[]> {
		return await this.bed.tables.rows('Episodes');
	}

	async clips(status: string | null): Promise<Row[]> {
		const rows = await this.bed.tables.rows('Clips');
		return rows.filter((row) => (row.status ?? '') === (status ?? ''));
	}

	async clipOf(id: number): Promise<Row | undefined> {
		return (await this.bed.tables.rows('Clips')).find((row) => row.id === id);
	}

	/** What a person changes in the table, by hand. */
	async change(id: number, data: Record<string, unknown>): Promise<void> {
		await this.bed.tables.change('Clips', id, data);
	}

	/** Makes an approved clip due, in the place of the days until then. */
	async due(id: number, data = {}): Promise<void> {
		await this.change(id, { status: 'approved', publishAt: '2026-01-02T17:00:00.000Z', ...data });
	}

	/** How often each episode was submitted. */
	submitted(...names: string[]): number[] {
		return names.map((name) => this.bed.submissionsOf(`Episode ${name}"`).length);
	}

	/** Lets all that is clipped be ready. */
	finish(): void {
		for (const { projectId } of this.bed.simulator.ledger) {
			if (projectId !== null) this.bed.simulator.finish(projectId);
		}
	}

	async review(): Promise<Page> {
		return await this.bed.reviewPage(this.approve);
	}
}

/** The recipe, from its first morning on. */
export function podcastCases(bed: ReviewBed): void {
	const podcast = new Podcast(bed);
	const { clip, approve, post } = podcast;
	const uploads = async () => await uploadPostsOf(bed.recorder.calls);
	/** How many videos went to YouTube and to TikTok. */
	const counts = async () => [bed.posts().length, (await uploads()).length];

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
		expect(bed.simulator.ledger).toHaveLength(0);
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
			problem: expect.stringContaining('nothing was charged'),
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
		const states = (await podcast.episodes()).map(({ title, status }) => [title, status]);
		expect(Object.fromEntries(states)).toEqual({
			'Episode one': 'ready',
			'Episode two': 'ready',
			'Episode three': 'failed',
			'Episode four': 'failed',
			'Episode five': 'ready',
		});
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

	it('the next review, and one in two tabs at once, plans no day twice and no clip twice', async () => {
		const [one, other] = [await podcast.review(), await podcast.review()];
		await decide(one, [{ choice: 'Post' }, { choice: 'Post' }]);
		await decide(other, [{ choice: 'Post' }, { choice: 'Later' }, { choice: 'Post' }]);
		const planned = await podcast.clips('approved');
		expect(planned).toHaveLength(5);
		expect(new Set(daysOf(planned)).size).toBe(5);
	});

	it('a page without a decision changes nothing', async () => {
		const before = await bed.tables.rows('Clips');
		expect(await decide(await podcast.review(), [])).toContain('Nothing new is planned');
		expect(await bed.tables.rows('Clips')).toEqual(before);
	});

	it('two executions at the same time post a clip that is due once, the very file, to both platforms', async () => {
		const row = (await podcast.clips('approved')).find(({ title }) => title === hardTitles[0]);
		if (row === undefined) throw new TypeError('Nothing is planned.');
		await podcast.due(row.id);
		const runs = await Promise.all([podcast.run(post), podcast.run(post)]);
		expect(await counts()).toEqual([1, 1]);
		const [found] = runs.flatMap((run) => itemsOf(run, 'This Clip'));
		const file = found === undefined ? '' : await servedFile(found);
		expect(bed.posts()).toEqual([
			{ platform: 'youtube', file, about: expect.objectContaining({ privacyStatus: 'private' }) },
		]);
		expect(await uploads()).toEqual([
			{
				file,
				platforms: ['tiktok'],
				about: {
					user: 'my-profile',
					title: `${String(row.title)} ${String(row.hashtags)}`,
					privacy_level: 'SELF_ONLY',
				},
			},
		]);
		expect(await podcast.clipOf(row.id)).toMatchObject({
			status: 'posted',
			youtube: expect.stringMatching(/^https:\/\/youtu\.be\/\d+$/),
			tiktok: expect.stringMatching(/^https:\/\/www\.tiktok\.com\/@me\/video\/\d+$/),
		});
		expect(podcast.told.at(-1)).toContain('Clip posted: aaa');
		await podcast.run(post);
		expect(await counts()).toEqual([1, 1]);
	});

	it('hard titles arrive as YouTube takes them: without half an emoji, without < and >', async () => {
		const before = bed.posts().length - 1;
		for (const title of hardTitles.slice(1)) {
			const [row] = await podcast.clips('approved');
			await podcast.due(row?.id ?? 0, { title });
			await podcast.run(post);
		}
		const titles = bed
			.posts()
			.slice(before)
			.map(({ about }) => ('title' in about ? about.title : ''));
		expect(titles).toEqual(onYouTube);
		expect(await podcast.clips('failed')).toEqual([]);
	});

	it.each([
		['answers with an error', { status: 500 }],
		[
			'says success and then that it has failed',
			{ json: { success: true, results: { tiktok: { success: false, error: 'token expired' } } } },
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
		expect(podcast.told.at(-1)).toMatch(/^Clip failed: /);
		await podcast.change(id, { status: 'approved' });
		await podcast.run(post);
		expect(await podcast.clipOf(id)).toMatchObject({
			status: 'posted',
			tiktok: expect.stringMatching(/^https:/),
		});
		expect(bed.posts()).toHaveLength(before + 1);
	});

	it('a clip that the service has no more, or a service that is down, is told, and nothing is posted', async () => {
		const before = await counts();
		const [gone, later] = await podcast.clips(null);
		await podcast.due(gone?.id ?? 0, { videoId: 'gone' });
		await podcast.run(post);
		expect(podcast.told.at(-1)).toMatch(/\nfailed: The service has no such clip any more$/);
		await podcast.due(later?.id ?? 0);
		bed.simulator.faults.add({ on: 'query', times: 50, fault: { kind: 'status', status: 503 } });
		await podcast.run(post);
		bed.simulator.faults.clear();
		expect(podcast.told.at(-1)).toMatch(
			/^Clip failed: [^]*\nfailed: The status of the project could not be checked$/,
		);
		expect((await podcast.clips('failed')).map(({ id }) => id)).toEqual([gone?.id, later?.id]);
		expect(await counts()).toEqual(before);
	});

	describe('after a kill of n8n in an upload and in a submission', () => {
		const submitting = alsoCalled(clip, 'New Episodes');
		const posting = alsoCalled(post, 'Due Clip');
		let uploading: Row | undefined;
		let next: Row | undefined;
		let submission = '';
		let upload = '';
		const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

		beforeAll(async () => {
			bed.receivers.showVideos([episode('seven', 0)]);
			await podcast.run(clip);
			[uploading, next] = await podcast.clips(null);
			await podcast.due(uploading?.id ?? 0);
			bed.play('www.googleapis.com', { hang: true });
			bed.simulator.faults.add({ on: 'create', phase: 'after', fault: { kind: 'hang' } });
			const calls = bed.recorder.calls.length;
			upload = await startByWebhook(bed, await bed.publish(posting));
			submission = await startByWebhook(bed, await bed.publish(submitting));
			await until(() => bed.recorder.calls.length > calls && bed.simulator.faults.pending.length === 0);
			await bed.host.n8n.kill();
			bed.play('www.googleapis.com', undefined);
			await bed.host.restart();
		});

		it('the clip is not posted again, not by a Retry either, which takes the next one that is due', async () => {
			const before = await counts();
			await podcast.run(post);
			expect(await counts()).toEqual(before);
			await podcast.due(next?.id ?? 0);
			await ended(bed, await bed.client.retryExecution(upload));
			expect(await counts()).toEqual(before.map((count) => count + 1));
			expect(await podcast.clipOf(next?.id ?? 0)).toMatchObject({ status: 'posted' });
			expect(await podcast.clipOf(uploading?.id ?? 0)).toMatchObject({ status: 'posting', youtube: null });
		});

		it('the episode is not paid for twice, not by a Retry either', async () => {
			await podcast.run(clip);
			await ended(bed, await bed.client.retryExecution(submission));
			expect(podcast.submitted('seven')).toEqual([1]);
			const row = (await podcast.episodes()).find(({ title }) => title === 'Episode seven');
			expect(row?.status).toBe('submitting');
		});

		it('six hours later, both are told as stuck, beside what has failed and how many clips wait', async () => {
			const seven = (await podcast.episodes()).find(({ title }) => title === 'Episode seven');
			await bed.tables.change('Episodes', seven?.id ?? 0, { takenAt: hoursAgo(7) });
			await podcast.change(uploading?.id ?? 0, { takenAt: hoursAgo(7) });
			await podcast.run(approve, 'Every Morning');
			const lines = podcast.told.at(-1)?.split('\n') ?? [];
			expect(lines[0]).toMatch(/^Clips that wait for you: \d+$/);
			expect(lines).toContainEqual(expect.stringMatching(/^Failed: Episode four\. /));
			expect(lines).toContain(`Stuck, look at execution ${submission}: Episode seven`);
			expect(lines).toContain(`Stuck, look at execution ${upload}: ${String(uploading?.title)}`);
		});
	});
}
