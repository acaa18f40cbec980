import type { Page } from 'playwright-core';
import { z } from 'zod/v3';
import type { Execution, SavedWorkflow, Workflow, WorkflowNode } from '../host';
import type { FeedVideo } from '../receivers';
import { connect, ended } from './cases/durableRuns';
import { node } from './flows';
import { example, hurried } from './recipeBed';
import { type Post, uploadPostsOf } from './recipePlatforms';
import type { ReviewBed } from './reviewBed';
import type { Row } from './tables';

const notice = z.object({ text: z.string() });
/** What the recipe calls its data tables. */
export const tableOf = { episodes: 'Podcast Episodes', clips: 'Podcast Clips' } as const;

/** Where the person lives who approves. */
export const zone = 'Europe/Berlin';

/** What a clock in Berlin shows. */
const berlin = (date: unknown): string =>
	new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(
		new Date(String(date)),
	);

/** The days that were planned, without their time, which must be 18:00. */
export const daysOf = (rows: readonly Row[]): string[] =>
	rows.map(({ publishAt }) => {
		const [day = '', time] = berlin(publishAt).split(' ');
		expect(time).toBe('18:00');
		return day;
	});

/** Titles that platforms have trouble with: an emoji where YouTube's 100 characters end, signs, quotes, Arabic, a long one, and one that begins as a failure does. */
export const hardTitles = [
	`${'a'.repeat(99)}😀 and more`,
	'C# & AI: 100% <b>"quoted"</b>',
	'مقابلة في الميناء',
	`${'Long '.repeat(30)}end`,
	'failed: how my first company ended',
] as const;

/** A time, as a table has it. */
export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** A workflow in a time zone, as its settings have it. */
const inBerlin = (workflow: Workflow): Workflow => ({
	...workflow,
	settings: { executionOrder: 'v1', timezone: zone },
});

/** An episode in the feed. */
export const episode = (name: string, daysAgo: number, marker = ''): FeedVideo => ({
	title: `Episode ${name}`,
	link: `https://www.youtube.com/watch?v=podcast-${name}${marker}`,
	daysAgo,
});

/** The same workflow without its schedule, which would start it in the middle of a test. */
const unscheduled = (workflow: Workflow): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((one) =>
		one.type === 'n8n-nodes-base.scheduleTrigger' ? { ...one, disabled: true } : one,
	),
});

/** The same workflow, with one of its nodes changed. */
export const changed = (workflow: Workflow, name: string, change: Partial<WorkflowNode>): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((one) => (one.name === name ? { ...one, ...change } : one)),
});

/** The same workflow, started by a webhook as well, at one of its nodes: such executions can be retried after a kill. */
export const alsoCalled = (workflow: Workflow, at: string): Workflow => {
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
	readonly post = hurried(example('podcast-to-approved-shorts-3-post.json'));
	/** How many notices others have sent before, and how many posts they have made. */
	private before = { notices: 0, posts: 0, uploads: 0 };
	private readonly saved = new Map<Workflow, SavedWorkflow>();

	constructor(readonly bed: ReviewBed) {}

	/** Saves the workflows; the page of the second one is published. */
	async open(): Promise<void> {
		const [posts = 0, uploads = 0] = await this.counts();
		this.before = { notices: this.bed.receivers.notices.length, posts, uploads };
		for (const workflow of [this.clip, this.approve, this.post]) {
			this.saved.set(workflow, await this.bed.save(workflow));
		}
		await this.bed.publish(unscheduled(this.approve));
	}

	/** Starts a workflow as its schedule does; a changed copy of one is saved first. */
	async start(workflow: Workflow, trigger = 'Every 15 Minutes'): Promise<string> {
		const { id } = this.saved.get(workflow) ?? (await this.bed.save(workflow));
		return (await this.bed.client.runWorkflow(id, trigger)) ?? '';
	}

	/** Runs a workflow as its schedule does, to its end. */
	async run(workflow: Workflow, trigger?: string): Promise<Execution> {
		const execution = await ended(this.bed, await this.start(workflow, trigger));
		expect(execution.error).toBeUndefined();
		return execution;
	}

	/** What was told so far, the oldest first. */
	get told(): string[] {
		return this.bed.receivers.notices.slice(this.before.notices).map((body) => notice.parse(body).text);
	}

	async episodes(): Promise<Row[]> {
		return await this.bed.tables.rows(tableOf.episodes);
	}

	async clips(status: string | null): Promise<Row[]> {
		const rows = await this.bed.tables.rows(tableOf.clips);
		return rows.filter((row) => (row.status ?? '') === (status ?? ''));
	}

	async clipOf(id: number): Promise<Row | undefined> {
		return (await this.bed.tables.rows(tableOf.clips)).find((row) => row.id === id);
	}

	/** What a person changes in the table, by hand. */
	async change(id: number, data: Record<string, unknown>): Promise<void> {
		await this.bed.tables.change(tableOf.clips, id, data);
	}

	/** Makes an approved clip due, in the place of the days until then. */
	async due(id: number, data = {}): Promise<void> {
		await this.change(id, { status: 'approved', publishAt: '2026-01-02T17:00:00.000Z', ...data });
	}

	/** What went to YouTube, the oldest first. */
	posts(): Post[] {
		return this.bed.posts().slice(this.before.posts);
	}

	/** What went to TikTok, the oldest first. */
	async uploads() {
		return (await uploadPostsOf(this.bed.recorder.calls)).slice(this.before.uploads);
	}

	/** How many videos went to YouTube and to TikTok. */
	async counts(): Promise<number[]> {
		return [this.posts().length, (await this.uploads()).length];
	}

	/** The episode with a title. */
	async episodeOf(title: string): Promise<Row | undefined> {
		return (await this.episodes()).find((row) => row.title === title);
	}

	/** What a person changes in the table of episodes, by hand. */
	async changeEpisode(title: string, data: Record<string, unknown>): Promise<void> {
		await this.bed.tables.change(tableOf.episodes, (await this.episodeOf(title))?.id ?? 0, data);
	}

	/** What is told in the morning, line by line. */
	async morning(): Promise<string[]> {
		await this.run(this.approve, 'Every Morning');
		return this.told.at(-1)?.split('\n') ?? [];
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
