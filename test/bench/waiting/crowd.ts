/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Simulator } from '../../simulator';
import type { RegularN8n } from '../server/measured';
import { publishWaiting, startByWebhook, type Way } from './ways';

/** Over how long the runs of a crowd start, in milliseconds: evenly, so that each minute of the wait is like the others. */
const startMs = 120_000;

/** Of the webhook of a crowd, which has an n8n of its own. */
const path = 'video';

/** Runs of one workflow in one n8n, each of which waits for a project of its own that never gets ready. */
export class Crowd {
	private ids = new Set<string>();
	/** In the URLs of its videos and of no others. */
	private readonly mine = `/${randomUUID()}-`;

	/** @param seconds - how long the runs of a peer pause */
	constructor(
		readonly way: Way,
		readonly size: number,
		readonly n8n: RegularN8n,
		private readonly simulator: Simulator,
		private readonly seconds?: number,
	) {}

	/** Publishes the workflow and starts all runs, one after the other, by its webhook. */
	async start(): Promise<void> {
		await publishWaiting(this.n8n, this.way, this.simulator, path, this.seconds);
		const began = Date.now();
		for (let index = 0; index < this.size; index += 1) {
			const videoUrl = `https://media.example.com${this.mine}${index}/sim-endless/talk.mp4`;
			await startByWebhook(this.n8n, path, { videoUrl });
			await pause(Math.max(0, began + ((index + 1) * startMs) / this.size - Date.now()));
		}
	}

	/** How many of its projects the service has created so far. */
	submitted(): number {
		const entries = this.simulator.ledger.filter(({ rawBody }) => rawBody.includes(this.mine));
		this.ids = new Set(entries.flatMap(({ projectId }) => projectId ?? []));
		return this.ids.size;
	}

	/** The questions for its projects within a time, in epoch milliseconds: for which project each one was. */
	questions(from: number, to: number): string[] {
		return this.simulator.requests
			.filter(({ method, at }) => method === 'GET' && at >= from && at < to)
			.map(({ path: asked }) => asked.split('/').at(-1) ?? '')
			.filter((projectId) => this.ids.has(projectId));
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
