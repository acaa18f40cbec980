import type { Page } from 'playwright-core';
import { z } from 'zod/v3';
import type { Execution, SavedWorkflow, Workflow } from '../host';
import type { FeedVideo } from '../receivers';
import { connect, ended } from './cases/durableRuns';
import { node } from './flows';
import { example } from './recipeBed';
import { type Post, uploadPostsOf } from './recipePlatforms';
import type { ReviewBed } from './reviewBed';
import type { Row } from './tables';

const notice = z.object({ text: z.string() });
/** Where the person lives who approves. */
export const zone = 'Europe/Berlin';

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

/** The same workflow, which asks at once instead of each half minute. */
const hurried = (workflow: Workflow): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((one) =>
		one.type === 'n8n-nodes-base.wait' ? { ...one, parameters: { amount: 0 } } : one,
	),
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
		return this.bed.receivers.notices.slice(this.before.notices).map((body) => notice.parse(body).text);
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
