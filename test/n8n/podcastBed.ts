import { credentialFor } from '../../tools/host';
import { temporaryFolder } from '../../tools/host/folder';
import type { Reply } from '../../tools/receivers';
import { feed, type FeedVideo } from '../../tools/receivers/feed';
import { MovedClock } from './clock';
import { ReviewBed } from '../../tools/beds/reviewBed';

/** A video in the feed of a channel; `publishedAt` is epoch milliseconds. */
export type Published = Omit<FeedVideo, 'daysAgo'> & { publishedAt: number };

const DAY = 86_400_000;

/** A real n8n whose time is moved, with feeds and a chat that rows of a table name. */
export class PodcastBed extends ReviewBed {
	private readonly clockFolder = temporaryFolder('n8n-clock-');
	readonly clock = new MovedClock(this.clockFolder.path);
	private clockEnvironment: Readonly<Record<string, string>> = {};
	private readonly feeds = new Map<string, readonly Published[] | Reply>();

	override async open(): Promise<void> {
		this.clockEnvironment = await this.clock.environment();
		await super.open();
		this.play('feeds.example.com', ({ url }) => this.feedAt(url.pathname));
	}

	override async close(): Promise<void> {
		await super.close();
		this.clock.close();
		this.clockFolder.remove();
	}

	protected override hostOptions() {
		const options = super.hostOptions();
		return { ...options, env: { ...options.env, ...this.clockEnvironment } };
	}

	/** Lets the account of the service be another one for a while. */
	async withCredential(changes: Readonly<Record<string, string>>, work: () => Promise<void>): Promise<void> {
		const { id } = await this.savedCredential();
		const right = credentialFor(this.simulator);
		await this.client.updateCredential(id, { ...right, data: { ...right.data, ...changes } });
		try {
			await work();
		} finally {
			await this.client.updateCredential(id, right);
		}
	}

	/** Chooses what a feed lists, the newest first, or what it answers in its place. */
	showFeed(path: string, videos: readonly Published[] | Reply): void {
		this.feeds.set(path, videos);
	}

	private feedAt(path: string): Reply {
		const shown = this.feeds.get(path) ?? [];
		if (!('length' in shown)) return shown;
		const videos = shown.map(({ publishedAt, ...video }) => ({
			...video,
			daysAgo: (Date.now() - publishedAt) / DAY,
		}));
		return { headers: { 'content-type': 'application/atom+xml' }, text: feed(videos) };
	}
}
