/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { fetchOnce } from '../host/ports';
import { jsonAnswer } from './answer';
import type { Project } from './projects';
import type { Service } from './service';

const answerWithinMs = 10_000;
/** Longer timers would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Calls the workspace's webhook once for each project that is ready. */
export class Webhooks {
	/** The projects whose webhook was not called yet. */
	private readonly waiting = new Map<Project, NodeJS.Timeout | undefined>();

	constructor(
		private readonly service: Service,
		private readonly closing: AbortSignal,
	) {}

	/** Expects the webhook of a new project. */
	expect(project: Project): void {
		if (project.webhookUrl === null || project.failure !== null) return;
		this.waiting.set(project, undefined);
		this.schedule(project);
	}

	/** Sets the time of a webhook that is still to come, also after `readyAt` has changed. */
	schedule(project: Project): void {
		if (!this.waiting.has(project)) return;
		clearTimeout(this.waiting.get(project));
		const ms = Math.max(0, project.readyAt - Date.now());
		if (ms > longestTimerMs) return;
		const call = () => {
			this.waiting.delete(project);
			void this.deliver(project);
		};
		this.waiting.set(project, setTimeout(call, ms));
	}

	/** Sends the webhook of a project now, without following redirects. Rejects when it has none. */
	async deliver(project: Project): Promise<{ status: number | null }> {
		const { webhookUrl, projectId } = project;
		if (webhookUrl === null)
			throw new Error(`No webhook URL was set when project ${projectId} was submitted.`);
		const { headers, body } = jsonAnswer(this.service.finishedBody(project));
		const signal = AbortSignal.any([this.closing, AbortSignal.timeout(answerWithinMs)]);
		const call = { method: 'POST', headers, body: body.toString(), redirect: 'manual', signal } as const;
		const answer = await fetchOnce(webhookUrl, call).catch(() => undefined);
		await answer?.body?.cancel();
		return { status: answer?.status ?? null };
	}

	/** Drops what is due. */
	close(): void {
		for (const timer of this.waiting.values()) clearTimeout(timer);
		this.waiting.clear();
	}
}
