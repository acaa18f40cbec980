import { z } from 'zod/v3';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';

const answerSchema = z
	.object({
		code: z.number(),
		projectId: z.number().transform(String).optional(),
		errMsg: z.string(),
		videos: z
			.array(
				z.object({ videoUrl: z.string(), videoMsDuration: z.number(), viralScore: z.string() }).passthrough(),
			)
			.default([]),
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

/** A simulator, and the two calls of the interface. */
export interface Client {
	readonly simulator: Simulator;
	readonly post: (body: string, headers?: Record<string, string>) => Promise<Response>;
	/** Submits {@link goodSubmission} with these changes (undefined leaves a field out). */
	readonly create: (changes?: Record<string, unknown>) => Promise<Answer>;
	readonly get: (projectId: string, headers?: Record<string, string>) => Promise<Response>;
	readonly query: (projectId: string) => Promise<Answer>;
	/** Submits a video and lets its time pass: the answer with the clips. */
	readonly createReady: (changes?: Record<string, unknown>) => Promise<Answer>;
}

/** Starts a simulator without submission limits, unless the options want them. */
export async function startClient(options: SimulatorOptions = {}): Promise<Client> {
	const simulator = await startSimulator({ submissionLimits: null, ...options });
	const { baseUrl, headerName, apiKey } = simulator;
	const api = `${baseUrl}/open-api/v1/project`;
	const key = { [headerName]: apiKey, connection: 'close' };
	const post = async (body: string, headers = {}) =>
		await fetch(`${api}/create`, {
			method: 'POST',
			headers: { ...key, 'Content-Type': 'application/json', ...headers },
			body,
		});
	const get = async (projectId: string, headers = {}) =>
		await fetch(`${api}/query/${projectId}`, { headers: { ...key, ...headers } });
	const create = async (changes = {}) =>
		answerSchema.parse(await (await post(JSON.stringify({ ...goodSubmission, ...changes }))).json());
	const query = async (projectId: string) => answerSchema.parse(await (await get(projectId)).json());
	const createReady = async (changes = {}) => {
		const { projectId = 'none' } = await create(changes);
		simulator.finish(projectId);
		return await query(projectId);
	};
	return { simulator, post, create, get, query, createReady };
}
