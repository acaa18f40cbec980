/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

import { padded } from './bodies';
import type { Fault, FaultQueue } from './faults';
import { exactJson } from './json';
import { pause } from './pause';
import type { Project } from './projects';
import type { Service } from './service';
import type { Delivery } from './types';

const answerWithinMs = 10_000;
/** Longer timers would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** How much of a body goes out before the caller breaks off or falls silent. */
interface BrokenOff {
	readonly afterBytes: number;
	readonly then: 'close' | 'silence';
}

/** One POST without redirects: the HTTP status of the answer, or null if none came. */
function post(url: string, body: Buffer, signal: AbortSignal, broken?: BrokenOff): Promise<number | null> {
	return new Promise((resolve) => {
		const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length };
		const send = /^https:/i.test(url) ? httpsRequest : httpRequest;
		const call = send(url, { method: 'POST', headers, signal, agent: false });
		call.on('response', (answer) => {
			resolve(answer.statusCode ?? null);
			answer.on('error', () => undefined).resume();
		});
		call.on('error', () => resolve(null));
		call.on('close', () => resolve(null));
		if (!broken) call.end(body);
		else
			call.write(body.subarray(0, Math.max(1, broken.afterBytes)), () => {
				if (broken.then === 'close') call.destroy();
			});
	});
}

/** Calls the workspace's webhook once for each project that is ready. */
export class Webhooks {
	readonly deliveries: Delivery[] = [];
	private readonly waiting = new Set<Project>();
	private readonly timers = new Map<Project, NodeJS.Timeout>();
	private readonly closing = new AbortController();

	/**
	 * @param hasTimers - false with a fake clock; somebody then has to call `runDue`.
	 */
	constructor(
		private readonly service: Service,
		private readonly faults: FaultQueue,
		private readonly hasTimers: boolean,
	) {}

	/** Expects the webhook of a new project, or of one whose `readyAt` changed. */
	schedule(project: Project): void {
		if (project.webhookUrl === null || project.fails) return;
		this.waiting.add(project);
		clearTimeout(this.timers.get(project));
		const ms = Math.max(0, this.dueAt(project) - this.service.now());
		if (!this.hasTimers || ms > longestTimerMs) return;
		this.timers.set(
			project,
			setTimeout(() => this.runDue(project), ms),
		);
	}

	/** Brings the webhook of a project forward because it was finished by hand; not if it was sent already. */
	reschedule(project: Project): void {
		if (!this.waiting.has(project)) return;
		this.schedule(project);
		if (!this.hasTimers) this.runDue();
	}

	/** Sends what is due by the clock; a project whose timer fired is due whatever the clock says. */
	runDue(fired?: Project): void {
		for (const project of this.waiting) {
			if (project !== fired && this.dueAt(project) > this.service.now()) continue;
			this.waiting.delete(project);
			clearTimeout(this.timers.get(project));
			this.timers.delete(project);
			void this.send(project, project.webhookUrl ?? '');
		}
	}

	/** Sends the webhook of a project now. Rejects when it has none. */
	async deliver(project: Project): Promise<Delivery> {
		if (project.webhookUrl === null)
			throw new Error(`No webhook URL was set when project ${project.projectId} was submitted.`);
		return await this.send(project, project.webhookUrl);
	}

	/** Drops what is due and ends calls under way. */
	close(): void {
		this.timers.forEach((timer) => clearTimeout(timer));
		this.waiting.clear();
		this.closing.abort();
	}

	private dueAt({ readyAt }: Project): number {
		return readyAt + this.service.settings.webhookDelaySeconds * 1000;
	}

	private async send(project: Project, url: string): Promise<Delivery> {
		const { projectId } = project;
		const { videoUrl } = project.submission;
		const fault = this.faults.take('webhook', { projectId, videoUrl });
		const signal = this.closing.signal;
		if (fault?.kind === 'delay') await pause(fault.seconds, signal);
		const delivery: { -readonly [K in keyof Delivery]: Delivery[K] } = {
			at: this.service.now(),
			projectId,
			url,
			status: null,
		};
		if (signal.aborted) return delivery;
		this.deliveries.push(delivery);
		if (fault?.kind === 'reset') return delivery;
		const body = this.body(project, fault);
		const inTime = AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]);
		delivery.status = await post(url, body, inTime, this.broken(body, fault));
		return delivery;
	}

	private body(project: Project, fault: Fault | undefined): Buffer {
		if (fault?.kind === 'body') return Buffer.from(fault.body);
		if (fault?.kind === 'bytes') return Buffer.from(fault.base64, 'base64');
		const finished = this.service.finishedBody(project);
		if (fault?.kind === 'big') return padded(Buffer.from(exactJson(finished)), fault.megabytes);
		if (fault?.kind !== 'code') return Buffer.from(exactJson(finished));
		const { code, errMsg } = fault;
		return Buffer.from(exactJson({ code, projectId: finished.projectId, errMsg }));
	}

	private broken(body: Buffer, fault: Fault | undefined): BrokenOff | undefined {
		if (fault?.kind === 'cut') return { afterBytes: fault.afterBytes, then: 'close' };
		if (fault?.kind === 'hang') return { afterBytes: Math.floor(body.length / 2), then: 'silence' };
		return undefined;
	}
}
