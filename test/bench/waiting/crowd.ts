/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod/v3';
import { itemsOf, type SavedWorkflow } from '../../host';
import type { Simulator } from '../../simulator';
import { beginOf, executionsWith } from '../server/executions';
import type { MeasuredN8n } from '../server/measured';
import { startByWebhook, type Waiting, waitingIn, type Way } from './ways';

const created = z.object({ projectId: z.union([z.string(), z.number()]).transform(String) });

/** How a wait ended. */
export interface End {
	/** Seconds from the moment at which the project was ready to the start of the next node. */
	late: number;
	/** Milliseconds from the question that found it ready to the start of the next node. */
	handover: number;
	/** Seconds from the question before to the one that found it ready. */
	pause: number;
}

/** Over how long the runs of a crowd start, in milliseconds: evenly, so that each minute of the wait is like the others. */
const startMs = 120_000;

/** Of the webhook of a crowd, which has an n8n of its own. */
const path = 'video';

/** Runs of one workflow in one n8n, each of which waits for a project of its own that never gets ready by itself. */
export class Crowd {
	private ids = new Set<string>();
	private readonly waiting: Waiting;
	/** In the URLs of its videos and of no others. */
	private readonly mine = `/${randomUUID()}-`;
	private workflow: SavedWorkflow | undefined;
	/** When each project got ready, in epoch milliseconds. */
	private readonly finishedAt = new Map<string, number>();

	constructor(
		readonly way: Way,
		readonly size: number,
		readonly n8n: MeasuredN8n,
		private readonly simulator: Simulator,
	) {
		this.waiting = waitingIn(way, simulator, path);
	}

	/** Publishes the workflow and starts all runs, one after the other, by its webhook. */
	async start(): Promise<void> {
		this.workflow = await this.n8n.publish(this.waiting.workflow);
		const began = Date.now();
		for (let index = 0; index < this.size; index += 1) {
			const ownUrl = `https://media.example.com${this.mine}${index}/sim-endless/talk.mp4`;
			await startByWebhook(this.n8n, path, ownUrl);
			await pause(Math.max(0, began + ((index + 1) * startMs) / this.size - Date.now()));
		}
	}

	/** How many of its projects the service has created so far. */
	submitted(): number {
		const entries = this.simulator.ledger.filter(({ rawBody }) => rawBody.includes(this.mine));
		this.ids = new Set(entries.flatMap(({ projectId }) => projectId ?? []));
		return this.ids.size;
	}

	/** The questions for its projects within a time, in epoch milliseconds: when, and for which project. */
	questions(from: number, to: number): Array<{ at: number; projectId: string }> {
		return this.simulator.requests
			.filter(({ method, at }) => method === 'GET' && at >= from && at < to)
			.map(({ at, path: asked }) => ({ at, projectId: asked.split('/').at(-1) ?? '' }))
			.filter(({ projectId }) => this.ids.has(projectId));
	}

	/**
	 * Makes one project after the other ready, evenly over some time. Their order is chance, for the moments at which they are
	 * asked for follow the order in which they were submitted.
	 */
	async finish(withinMs: number): Promise<void> {
		const order = [...this.ids].map((id) => ({ id, place: Math.random() }));
		for (const { id } of order.sort((one, other) => one.place - other.place)) {
			this.finishedAt.set(id, Date.now());
			this.simulator.finish(id);
			await pause(withinMs / this.size);
		}
	}

	/** When each project that is ready was first asked for since, and last before; epoch milliseconds. */
	private found(): Map<string, { at: number; before: number }> {
		const before = new Map<string, number>();
		const found = new Map<string, { at: number; before: number }>();
		for (const { projectId, at } of this.questions(0, Infinity)) {
			if (found.has(projectId)) continue;
			if (at < (this.finishedAt.get(projectId) ?? Infinity)) before.set(projectId, at);
			else found.set(projectId, { at, before: before.get(projectId) ?? NaN });
		}
		return found;
	}

	/** Waits until all projects were asked for since they are ready, and returns how the waits ended. */
	async ends(within: number): Promise<End[]> {
		const deadline = Date.now() + within;
		while (this.found().size < this.ids.size && Date.now() < deadline) await pause(1000);
		// The last one of them is on its way to the next node.
		await pause(10_000);
		const found = this.found();
		const { submits, after } = this.waiting;
		const executions = await executionsWith(this.n8n.client, this.workflow?.id ?? '', after);
		return executions.flatMap((execution) => {
			const { projectId } = created.parse(itemsOf(execution, submits)[0]?.json);
			const began = beginOf(execution, after);
			const [readyAt, asked] = [this.finishedAt.get(projectId), found.get(projectId)];
			if (began === undefined || readyAt === undefined || asked === undefined) return [];
			const { at, before } = asked;
			return { late: (began - readyAt) / 1000, handover: began - at, pause: (at - before) / 1000 };
		});
	}
}

/** Waits until the service has all projects of some crowds. */
export async function untilSubmitted(crowds: readonly Crowd[], within: number): Promise<void> {
	const deadline = Date.now() + within;
	for (;;) {
		const missing = crowds.filter((crowd) => crowd.submitted() < crowd.size);
		if (missing.length === 0) return;
		if (Date.now() > deadline) {
			const names = missing.map(({ way, size }) => `${size} ${way}`).join(', ');
			throw new TypeError(`Not all runs of ${names} have submitted their videos.`);
		}
		await pause(500);
	}
}
