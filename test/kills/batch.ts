import type { N8nClient, Workflow } from '../host';
import { pausingClip, flow, startWith } from '../e2e/flows';
import { alsoByWebhook, create, marked, videosOf, type Video } from '../e2e/cases/durableRuns';
import type { Stage } from '../e2e/stage';
import type { LedgerEntry } from '../simulator';
import { between, type Moment } from './plan';
import { placeOf, type Traffic } from './traffic';

/** How many videos a batch has. */
export const batchSize = 12;

/** Seconds that the simulated service takes: less than the time to the first question, or more for a slow video. */
export const processingSeconds = { usual: 9, slow: 90 };

/** What a batch is like. */
export interface BatchKind {
	mark: string;
	startedBy: 'manual' | 'webhook';
	/** Whether failed videos leave by the error output; else the first one ends the run. */
	errorOutput: boolean;
	/** Submissions per minute: more than a batch has, or fewer, so that some are held back. */
	perMinute: number;
	/** Which video takes so long that it is not ready at the first question; -1 for none. */
	slowVideo: number;
}

/**
 * A batch of the usual kind, left to chance otherwise.
 *
 * @param mayBeSlow - whether one of its videos may take so long that the run is paused a second time
 */
export const kindOf = (mark: string, random: () => number, mayBeSlow: boolean): BatchKind => ({
	mark,
	// n8n retries no run that was started by hand and crashed.
	startedBy: random() < 0.85 ? 'webhook' : 'manual',
	errorOutput: random() < 0.5,
	perMinute: 600,
	slowVideo: random() < 0.25 && mayBeSlow ? Math.floor(random() * batchSize) : -1,
});

/** Videos, Create, Edit Fields, Get, Edit Fields: the chain of the other tests, startable in both ways. */
function workflowOf({ mark, errorOutput, perMinute }: BatchKind, videos: Video[]): Workflow {
	const settings = errorOutput ? { onError: 'continueErrorOutput' } : {};
	const chain = flow(mark, [
		...startWith('Videos', videos),
		create({ options: { submissionsPerMinute: perMinute } }, settings),
		marked(),
		pausingClip('Get', { operation: 'get', options: { pollInterval: 5 } }),
		marked('Post'),
	]);
	return alsoByWebhook(chain);
}

/** A call to n8n that nobody waits for, since n8n may die meanwhile. */
type Asked = 'no' | 'asked' | 'answered' | 'unanswered' | 'refused';

/** A batch of videos on its way through a workflow of its own, exposed to kills. */
export class Batch {
	readonly videos: Video[];
	/** The ids of its run and of the Retries of it, in order, as far as they are known. */
	attempts: string[] = [];
	/** How the last of them was last seen; `lost` before anything was seen. */
	status = 'lost';
	/** Everything of its workflow, helpers included, as last seen. */
	executionIds: string[] = [];
	/** When the last attempt ended, epoch milliseconds. */
	endedAt = Infinity;
	started: Asked = 'no';
	retried: { of: string; asked: Asked; reason: string } = { of: '', asked: 'no', reason: '' };
	/** Whether nothing more is to come. */
	isOver = false;
	/** What it was doing at each kill that it lived through. */
	readonly hits: Array<{ at: number; moment: Moment }> = [];
	private submittedBefore = 0;

	private constructor(
		private readonly stage: Stage,
		private readonly traffic: Traffic,
		readonly kind: BatchKind,
		readonly workflowId: string,
	) {
		this.videos = videosFor(kind);
	}

	/** Saves the workflow of a batch, ready to be started. */
	static async prepare(
		stage: Stage,
		traffic: Traffic,
		kind: BatchKind,
		random: () => number,
	): Promise<Batch> {
		const workflow = workflowOf(kind, videosFor(kind));
		const { id } = kind.startedBy === 'webhook' ? await stage.publish(workflow) : await stage.save(workflow);
		const batch = new Batch(stage, traffic, kind, id);
		batch.slowDown(random);
		return batch;
	}

	/** Starts its run. */
	start(): void {
		this.started = 'asked';
		const { mark, startedBy } = this.kind;
		const call =
			startedBy === 'webhook'
				? this.stage.post(`/webhook/${mark}`, '{}').then((status) => status === 200)
				: this.stage.client.runWorkflow(this.workflowId, 'Start').then((id) => id !== undefined);
		void call.then(
			(taken) => (this.started = taken ? 'answered' : 'refused'),
			() => (this.started = 'unanswered'),
		);
	}

	/** Asks n8n to retry the last attempt. */
	retry(client: N8nClient, random: () => number): void {
		const of = this.attempts.at(-1) ?? '';
		this.submittedBefore = this.arrived();
		this.forgetFaults();
		this.slowDown(random);
		this.retried = { of, asked: 'asked', reason: '' };
		const settle = (asked: Asked, reason = '') => {
			if (this.retried.of === of) this.retried = { of, asked, reason };
		};
		void client.retryExecution(of).then(
			() => settle('answered'),
			(error: unknown) => {
				const status = error instanceof Error && 'status' in error ? error.status : 0;
				settle(status === 0 || status === 503 ? 'unanswered' : 'refused', String(error));
			},
		);
	}

	/** What the service has seen of it. */
	get seen() {
		return this.traffic.of(this.kind.mark);
	}

	/** How many submissions have come in, those included that the service is still thinking about. */
	arrived(): number {
		const waiting = this.stage.simulator.faults.pending.filter((fault) => this.isMine(fault)).length;
		return this.submittedBefore + batchSize - waiting;
	}

	/** The videos that the service has never seen. */
	unsent(): number {
		return this.videos.filter(({ label }) => this.submissionsOf(label).length === 0).length;
	}

	/** The submissions for one of its videos. */
	submissionsOf(label: string): LedgerEntry[] {
		return this.seen.submissions.filter(({ rawBody }) => rawBody.includes(`/${label}/`));
	}

	/** Whether the service was asked for a project of each accepted video when that was ready, and has answered. */
	isAnswered(): boolean {
		const { submissions, questions } = this.seen;
		const answered = submissions.filter((entry) =>
			questions.some(
				({ projectId, request }) =>
					projectId === entry.projectId && request.status === 200 && request.at >= this.readyAt(entry),
			),
		);
		const places = (entries: LedgerEntry[]) => new Set(entries.map(placeOf)).size;
		return answered.length > 0 && places(answered) === places(submissions);
	}

	private readyAt({ at, rawBody }: LedgerEntry): number {
		const { slow, usual } = processingSeconds;
		return at + 1_000 * (rawBody.includes('/sim-slow/') ? slow : usual);
	}

	/** Leaves nothing of itself in the service. */
	forgetFaults(): void {
		this.stage.simulator.faults.clear((fault) => this.isMine(fault));
	}

	private isMine({ match }: { match: { videoUrlIncludes?: string | undefined } }): boolean {
		return match.videoUrlIncludes?.startsWith(`/${this.kind.mark}-`) ?? false;
	}

	/**
	 * Makes the service think about each video for a while, before it creates the project or afterwards, so that kills hit
	 * before, in, and after a submission. After the last one only before: then its project is there when its answer is.
	 */
	private slowDown(random: () => number): void {
		const faults = this.videos.map(({ label }, place) => ({
			on: 'create' as const,
			match: { videoUrlIncludes: `/${label}/` },
			phase: place === batchSize - 1 || random() < 0.5 ? ('before' as const) : ('after' as const),
			fault: { kind: 'delay' as const, seconds: between(random, 0.02, 0.15) },
		}));
		this.stage.simulator.faults.add(...faults);
	}
}

const videosFor = ({ mark, slowVideo }: BatchKind): Video[] =>
	videosOf(
		mark,
		Array.from({ length: batchSize }, (_, place) => (place === slowVideo ? 'sim-slow' : 'good')),
	);
