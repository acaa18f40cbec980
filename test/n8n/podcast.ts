import type { Page } from 'playwright-core';
import { z } from 'zod/v3';
import { fetchOnce, untilFound, type Workflow, type WorkflowNode } from '../../tools/host';
import type { Call } from '../../tools/receivers';
import { connect } from './cases/durableRuns';
import { webhook } from '../../tools/beds/flows';
import type { PodcastBed, Published } from './podcastBed';
import { example, fetched } from '../../tools/beds/recipeBed';
import { uploadPostsOf } from '../../tools/beds/recipePlatforms';
import type { Row } from '../../tools/beds/tables';

/** What the recipe calls its data tables. */
export const tableOf = {
	shows: 'Podcast Shows',
	episodes: 'Podcast Episodes',
	clips: 'Podcast Clips',
} as const;

/** The workflows that run each quarter of an hour. */
export type Part = 'clip' | 'post' | 'tell';

/** The show of most tests. */
export const harbour = {
	show: 'Harbour',
	account: 'main',
	feed: 'https://feeds.example.com/harbour',
	slots: '18:00',
	zone: 'UTC',
	privacy: 'private',
	profile: 'my-profile',
	chat: 'https://chat.example.com/harbour',
	perWeek: 100,
};

/** Titles that platforms have trouble with: an emoji where YouTube's 100 characters end, signs, quotes, Arabic, a long one, and one that begins as a failure does. */
export const hardTitles = [
	`${'a'.repeat(99)}😀 and more`,
	'C# & AI: 100% <b>"quoted"</b>',
	'مقابلة في الميناء',
	`${'Long '.repeat(30)}end`,
	'failed: how my first company ended',
] as const;

const message = z.object({ text: z.string() });
const project = z.object({
	videos: z.array(z.object({ videoId: z.union([z.number(), z.string()]), videoUrl: z.string() })),
});
const submission = z.object({ videoUrl: z.string() });

/** The same workflow, with one of its nodes changed. */
export const changed = (workflow: Workflow, name: string, change: Partial<WorkflowNode>): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((one) => (one.name === name ? { ...one, ...change } : one)),
});

/** The same workflow, started by a webhook in the place of its schedule, which answers when all is done: executions of production. */
function called(workflow: Workflow, path: string): Workflow {
	const hook = webhook(path, { responseMode: 'lastNode' });
	const nodes = workflow.nodes.map((one) =>
		one.type === 'n8n-nodes-base.scheduleTrigger' ? { ...one, disabled: true } : one,
	);
	return connect({ ...workflow, nodes: [...nodes, hook] }, 'Hook', 'Settings');
}

/** The clips of shows, from their feeds to the platforms: five workflows, three tables, one page. */
export class Podcast {
	readonly setUp = example('podcast-to-approved-shorts-0-set-up.json');
	readonly clip = example('podcast-to-approved-shorts-1-clip.json');
	readonly approve = example('podcast-to-approved-shorts-2-approve.json');
	readonly post = example('podcast-to-approved-shorts-3-post.json');
	readonly tell = example('podcast-to-approved-shorts-4-tell.json');
	private readonly published = new Map<Part, { id: string; path: string }>();
	private paths = 0;
	private forgotten = 0;
	private setUpId = '';
	/** The workflow of the page. */
	approveId = '';

	constructor(readonly bed: PodcastBed) {}

	/** Sets up the tables, and publishes the workflows. */
	async open(): Promise<void> {
		await this.saveSetUp();
		await this.makeTables();
		for (const part of ['clip', 'post', 'tell'] as const) await this.use(part, this[part]);
		this.approveId = (await this.bed.publish(this.approve)).id;
	}

	/** Saves what sets up the tables, with the credentials that there are by now. */
	async saveSetUp(): Promise<void> {
		this.setUpId = (await this.bed.save(this.setUp)).id;
	}

	/** Executes what a person does after an upgrade. */
	async makeTables() {
		const id = await this.bed.client.runWorkflow(this.setUpId, 'After an Upgrade');
		return await this.bed.client.waitForExecution(id ?? '');
	}

	/** Publishes a workflow in the place of the one that is published. */
	async use(part: Part, workflow: Workflow): Promise<void> {
		const before = this.published.get(part);
		if (before !== undefined) await this.bed.client.deactivateWorkflow(before.id);
		const path = `${part}-${(this.paths += 1)}`;
		const { id } = await this.bed.publish(called(workflow, path));
		this.published.set(part, { id, path });
	}

	/** The ID of a workflow that is published. */
	idOf(part: Part): string {
		return this.published.get(part)?.id ?? '';
	}

	/** Takes down a show. */
	async addShow(show: Readonly<Record<string, unknown>>): Promise<void> {
		await this.bed.tables.add(tableOf.shows, show);
	}

	/** Starts a workflow as its schedule does, and waits for the end of the execution. */
	async tick(...parts: Part[]): Promise<void> {
		for (const part of parts) {
			await (await this.call(part)).arrayBuffer();
			expect(await this.failures(part)).toEqual([]);
		}
	}

	/** Why executions of a workflow have failed so far. */
	async failures(part: Part): Promise<string[]> {
		const { id = '' } = this.published.get(part) ?? {};
		const failed = (await this.bed.client.listExecutions(id)).filter(({ status }) => status === 'error');
		const errors = failed.map(async (one) => (await this.bed.client.getExecution(one.id)).error);
		return (await Promise.all(errors)).map((error) => `${part}, ${error?.node?.name}: ${error?.message}`);
	}

	/** Starts a workflow as its schedule does. */
	async call(part: Part): Promise<Response> {
		const { path = '' } = this.published.get(part) ?? {};
		return await fetchOnce(`${this.bed.webhookUrl}/webhook/${path}`, { method: 'POST' });
	}

	/** Starts a workflow as its schedule does, and gives the ID of the execution. */
	async begin(part: Part): Promise<string> {
		const { id = '' } = this.published.get(part) ?? {};
		const [before] = await this.bed.client.listExecutions(id);
		// Whether it ends is for the test to say.
		this.call(part).catch(() => undefined);
		const look = async () => {
			const [newest] = await this.bed.client.listExecutions(id);
			return newest?.id === before?.id ? undefined : newest?.id;
		};
		return await untilFound(look, () => `${part} did not start.`, 50);
	}

	/** Lets some minutes pass, with the ticks of all workflows each quarter of an hour. */
	async pass(minutes: number, parts: readonly Part[] = ['clip', 'post', 'tell']): Promise<void> {
		for (let left = minutes; left > 0; left -= 15) {
			await this.bed.clock.move(15);
			await this.tick(...parts);
		}
	}

	/** Shows episodes in the feed of a show, the newest first, a minute apart. */
	publishEpisodes(...names: string[]): void {
		this.bed.showFeed(
			'/harbour',
			names.map((name, index) => ({ ...this.episode(name), publishedAt: Date.now() - index * 60_000 })),
		);
	}

	/** An episode that was published just now. */
	episode(name: string, link = `https://www.youtube.com/watch?v=podcast-${name}`): Published {
		return { title: `Episode ${name}`, link, publishedAt: Date.now() };
	}

	/** Forgets what was told so far. */
	forget(): void {
		this.forgotten = this.bed.recorder.calls.length;
	}

	/** The texts that were sent to the chat, the oldest first. */
	get told(): string[] {
		const sent = this.bed.recorder.calls
			.slice(this.forgotten)
			.filter(({ url }) => url.hostname === 'chat.example.com');
		return sent.map(({ body }) => message.parse(JSON.parse(body.toString())).text);
	}

	/** The lines that were told, the oldest first. */
	get lines(): string[] {
		return this.told.flatMap((text) => text.split('\n'));
	}

	/** How often something was told. */
	toldOf(...words: string[]): number {
		return this.lines.filter((line) => words.every((word) => line.includes(word))).length;
	}

	/** What is told next morning, line by line. */
	async morning(): Promise<string[]> {
		const before = this.told.length;
		await this.bed.clock.moveTo('08:00');
		await this.tick('tell');
		return this.told.slice(before).flatMap((text) => text.split('\n'));
	}

	async rows(table: keyof typeof tableOf): Promise<Row[]> {
		return await this.bed.tables.rows(tableOf[table]);
	}

	async clips(status: string): Promise<Row[]> {
		return (await this.rows('clips')).filter((row) => row.status === status);
	}

	/** The row of an episode. */
	async rowOf(name: string): Promise<Row | undefined> {
		return (await this.rows('episodes')).find((row) => row.title === `Episode ${name}`);
	}

	/** The states of episodes. */
	async statesOf(...names: string[]): Promise<Array<string | null | undefined>> {
		const rows = await this.rows('episodes');
		return names.map((name) => rows.find((row) => row.title === `Episode ${name}`)?.status);
	}

	/** What a person changes in a table, by hand. */
	async change(table: keyof typeof tableOf, id: number | undefined, data: Row | object): Promise<void> {
		await this.bed.tables.change(tableOf[table], id ?? 0, { ...data });
	}

	/** What a person changes in the row of an episode, by hand. */
	async changeEpisode(name: string, data: object): Promise<void> {
		await this.change('episodes', (await this.rowOf(name))?.id, data);
	}

	/** What a person enters by hand. */
	async enter(link: string, title: string, data = {}): Promise<void> {
		await this.bed.tables.add(tableOf.episodes, { link, title, show: 'Harbour', status: 'new', ...data });
	}

	/** The ledger of the service: how many projects each episode has. */
	paid(...names: string[]): number[] {
		const paidFor = this.bed.simulator.ledger.flatMap(({ projectId, body }) =>
			projectId === null ? [] : [submission.parse(body).videoUrl],
		);
		return names.map((name) => paidFor.filter((url) => url.endsWith(`podcast-${name}`)).length);
	}

	/** The ledger of the platforms: each video that one of them has taken, told by its bytes. */
	async posted(): Promise<string[]> {
		const { calls } = this.bed.recorder;
		const onYouTube = this.bed.posts().map(({ file }) => `youtube ${file}`);
		const taken = await uploadPostsOf(calls.filter((call) => !this.refused.has(call)));
		return [...onYouTube, ...taken.map(({ file }) => `tiktok ${String(file)}`)];
	}

	/** The uploads that Upload-Post has not taken, as tests let it answer. */
	readonly refused = new Set<Call>();

	/** Lets all that is clipped be ready. */
	finish(): void {
		for (const { projectId } of this.bed.simulator.ledger) {
			if (projectId !== null) this.bed.simulator.finish(projectId);
		}
	}

	/** Submits an episode, and lets its clips wait. */
	async clipsOf(name: string): Promise<Row[]> {
		this.publishEpisodes(name);
		await this.tick('clip', 'clip');
		this.finish();
		await this.tick('clip');
		return (await this.clips('waiting')).filter((row) => row.episode === `Episode ${name}`);
	}

	/** Approves clips as the page does. */
	async approveAll(rows: readonly Row[]): Promise<void> {
		for (const [index, { id }] of rows.entries()) {
			const approvedAt = new Date(Date.now() + index).toISOString();
			await this.change('clips', id, { status: 'approved', approvedAt });
		}
	}

	/** The file of a clip as the service serves it now, told by its bytes. */
	async fileOf(row: Row | undefined): Promise<string> {
		const { baseUrl, headerName, apiKey } = this.bed.simulator;
		const path = `/open-api/v1/project/query/${String(row?.projectId)}`;
		const answer = await fetchOnce(`${baseUrl}${path}`, { headers: { [headerName]: apiKey } });
		const { videos } = project.parse(await answer.json());
		return await fetched(videos.find(({ videoId }) => String(videoId) === row?.videoId)?.videoUrl ?? '');
	}

	async review(): Promise<Page> {
		return await this.bed.reviewPage(this.approve);
	}
}
