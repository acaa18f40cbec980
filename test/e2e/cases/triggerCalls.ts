import {
	fetchOnce,
	itemsOf,
	type Execution,
	type SavedWorkflow,
	webhookPath,
	type WorkflowNode,
} from '../../host';
import { clipTrigger, fields, flow } from '../flows';
import type { Stage } from '../stage';

/** A published workflow that begins with a Clip Trigger. */
export interface Called {
	workflow: SavedWorkflow;
	trigger: WorkflowNode;
	/** The path of the production URL. */
	path: string;
}

/** A Clip Trigger with its own address, and a node behind it. */
export function calledFlow(webhookId: string, options: Record<string, unknown> = {}) {
	const trigger = clipTrigger(webhookId, options);
	const workflow = flow(`Called at ${webhookId}`, [trigger, fields('Post', { title: '={{ $json.title }}' })]);
	return { trigger, workflow };
}

/** Publishes {@link calledFlow}. */
export async function publishCalled(stage: Stage, ...wanted: Parameters<typeof calledFlow>): Promise<Called> {
	const { trigger, workflow } = calledFlow(...wanted);
	return { workflow: await stage.publish(workflow), trigger, path: webhookPath(trigger) };
}

/** An HTTP request to a webhook, a POST of JSON unless it says otherwise. */
export interface Call {
	method?: string;
	headers?: Record<string, string>;
	/** With the question mark. */
	query?: string;
	body?: string | Uint8Array;
}

/** Calls a webhook as anybody may, and returns the HTTP status. */
export async function call(stage: Stage, path: string, wanted: Call): Promise<number> {
	const { method = 'POST', headers = { 'content-type': 'application/json' }, query = '', body } = wanted;
	const answer = await fetchOnce(`${stage.webhookUrl}${path}${query}`, {
		method,
		headers,
		...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
	});
	await answer.arrayBuffer();
	return answer.status;
}

/** The body of a call for a project, as little as a Clip Trigger needs. */
export const callFor = (projectId: string): string => JSON.stringify({ code: 2000, projectId, videos: [] });

/** What the Clip Trigger of an execution gave out. */
export const clipsOf = (execution: Execution | undefined): Array<Record<string, unknown>> =>
	execution === undefined ? [] : itemsOf(execution, 'Clip Trigger').map(({ json }) => json);

/** How many of the clips of some runs there are for each clip. */
export function countClips(executions: Execution[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { projectId, videoId } of executions.flatMap(clipsOf)) {
		const key = `${String(projectId)}/${String(videoId)}`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}

/** Submits a video and lets its clips be ready at once, without a call of the service. */
export async function readyProject(stage: Stage, videoUrl: string): Promise<string> {
	const projectId = await stage.submit(videoUrl);
	stage.simulator.finish(projectId);
	return projectId;
}
