import { z } from 'zod/v3';

import { startSimulator } from '../../simulator';
import type { Simulator, SimulatorOptions } from '../../simulator';

const answerSchema = z
	.object({
		code: z.number(),
		projectId: z.union([z.number(), z.string()]).transform(String).optional(),
		projectName: z.string().optional(),
		errMsg: z.string(),
		videos: z
			.array(
				z
					.object({
						videoId: z.union([z.number(), z.string()]).transform(String),
						videoUrl: z.string(),
						videoMsDuration: z.number(),
						title: z.string(),
						viralScore: z.unknown(),
						relatedTopic: z.unknown(),
					})
					.passthrough(),
			)
			.optional(),
	})
	.passthrough();

/** An answer of the simulated service. */
export type Answer = z.output<typeof answerSchema>;

/** A submission that is right. */
export const goodSubmission = {
	videoUrl: 'https://films.example/harbour.mp4',
	videoType: 1,
	ext: 'mp4',
	preferLength: [0],
	lang: 'auto',
};

/** A clock that stands still until it is told to go on. */
export class Clock {
	/** Epoch milliseconds. */
	ms = Date.UTC(2030, 0, 1);
	readonly now = () => this.ms;

	/** Goes on by so many seconds. */
	pass(seconds: number): void {
		this.ms += seconds * 1000;
	}
}

/** A simulator with a fake clock, and the two calls of the interface. */
export class Bench {
	private constructor(
		readonly simulator: Simulator,
		readonly clock: Clock,
	) {}

	/** Starts a simulator without submission limits, unless the options want them. */
	static async start(options: SimulatorOptions = {}): Promise<Bench> {
		const clock = new Clock();
		return new Bench(await startSimulator({ submissionLimits: null, now: clock.now, ...options }), clock);
	}

	/** POST create. */
	async post(body: string, headers: Record<string, string> = {}): Promise<Response> {
		const { baseUrl, headerName, apiKey } = this.simulator;
		return await fetch(`${baseUrl}/open-api/v1/project/create`, {
			method: 'POST',
			headers: { [headerName]: apiKey, 'Content-Type': 'application/json', ...headers },
			body,
		});
	}

	/** Submits a video: {@link goodSubmission} with these changes (undefined leaves a field out). */
	async create(changes: Record<string, unknown> = {}): Promise<Answer> {
		const response = await this.post(JSON.stringify({ ...goodSubmission, ...changes }));
		return answerSchema.parse(await response.json());
	}

	/** GET query. */
	async get(projectId: string): Promise<Response> {
		const { baseUrl, headerName, apiKey } = this.simulator;
		return await fetch(`${baseUrl}/open-api/v1/project/query/${projectId}`, {
			headers: { [headerName]: apiKey },
		});
	}

	/** Retrieves a project. */
	async query(projectId: string): Promise<Answer> {
		return answerSchema.parse(await (await this.get(projectId)).json());
	}

	/** Submits a video and lets its time pass: the answer with the clips. */
	async createReady(changes: Record<string, unknown> = {}): Promise<Answer & { projectId: string }> {
		const { projectId = 'none' } = await this.create(changes);
		this.simulator.finish(projectId);
		return { ...(await this.query(projectId)), projectId };
	}
}

/** The first of a list that must not be empty. */
export function firstOf<T>(list: readonly T[] | undefined): T {
	const [first] = list ?? [];
	if (first === undefined) throw new Error('an empty list');
	return first;
}

/** Jest's matchers for a place in an expected object; typed so that nothing around them loses its type. */
export const aText: unknown = expect.any(String);
/** See {@link aText}. */
export const aNumber: unknown = expect.any(Number);
/** See {@link aText}. */
export const aList: unknown = expect.any(Array);
