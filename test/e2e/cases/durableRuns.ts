import { z } from 'zod/v3';
import {
	fetchOnce,
	itemsOf,
	RestError,
	untilFound,
	type Execution,
	type SavedWorkflow,
	type Workflow,
	type WorkflowNode,
} from '../../host';
import { fields, flow, node, type NodeSettings, pausingClip, startWith } from '../flows';
import type { Stage } from '../stage';

/** A source of a run. */
export interface Video {
	label: string;
	videoUrl: string;
}

/** Videos whose URLs hold the mark of their run and one word each that steers the simulator. */
export const videosOf = (mark: string, markers: string[]): Video[] =>
	markers.map((marker, index) => ({
		label: `${mark}-${index}`,
		videoUrl: `https://media.example.com/${mark}-${index}/${marker}/talk.mp4`,
	}));

/** A Create node as users leave it: it waits paused. */
export const create = (parameters: Record<string, unknown> = {}, settings: NodeSettings = {}): WorkflowNode =>
	pausingClip('Create', { operation: 'create', videoUrl: '={{ $json.videoUrl }}', ...parameters }, settings);

/** Create over videos of one mark, and nothing else. */
export const creating = (mark: string, markers: string[], parameters = {}, settings = {}): Workflow =>
	flow(mark, [...startWith('Videos', videosOf(mark, markers)), create(parameters, settings)]);

/** What keeps to each project which video and which run of Create it came from. */
export const marked = (name = 'Marked'): WorkflowNode =>
	fields(name, {
		projectId: '={{ $json.projectId }}',
		status: '={{ $json.status }}',
		label: "={{ $('Videos').item.json.label }}",
		created: "={{ $('Create').item.json.projectId }}",
	});

/** Videos, Create, Edit Fields, Get, Edit Fields: what most users build. */
export const chain = (mark: string, markers: string[], parameters = {}): Workflow =>
	flow(mark, [
		...startWith('Videos', videosOf(mark, markers)),
		create(parameters),
		marked(),
		pausingClip('Get', { operation: 'get', options: { pollInterval: 5 } }),
		marked('Post'),
	]);

/** Adds a connection to a workflow. */
export function connect(workflow: Workflow, from: string, to: string, output = 0, input = 0): Workflow {
	const connections = z.record(z.object({ main: z.array(z.array(z.unknown())) })).parse(workflow.connections);
	const main = connections[from]?.main ?? [];
	const outputs = Array.from({ length: Math.max(main.length, output + 1) }, (_, index) => main[index] ?? []);
	outputs[output] = [...(outputs[output] ?? []), { node: to, type: 'main', index: input }];
	return { ...workflow, connections: { ...connections, [from]: { main: outputs } } };
}

/** The same workflow, started by a webhook as well: production runs. */
export function alsoByWebhook(workflow: Workflow): Workflow {
	const [, first] = workflow.nodes;
	const hook = node('Hook', 'n8n-nodes-base.webhook', {
		typeVersion: 2,
		webhookId: workflow.name,
		parameters: { httpMethod: 'POST', path: workflow.name, responseMode: 'onReceived', options: {} },
	});
	return connect({ ...workflow, nodes: [...workflow.nodes, hook] }, 'Hook', first?.name ?? '');
}

/** Starts a published workflow by its webhook, and returns the execution's id. */
export async function startByWebhook(stage: Stage, { id, name }: SavedWorkflow): Promise<string> {
	expect(await stage.post(`/webhook/${name}`, '{}')).toBe(200);
	// The execution of the status check belongs to the same workflow, but a webhook did not start it.
	const look = async () => (await stage.client.listExecutions(id)).find(({ mode }) => mode === 'webhook');
	return (await untilFound(look, () => `"${name}" did not run.`, 500)).id;
}

/** Publishes a workflow, starts it by its webhook, and returns the execution's id. */
export const startInProduction = async (stage: Stage, workflow: Workflow): Promise<string> =>
	await startByWebhook(stage, await stage.publish(alsoByWebhook(workflow)));

const overview = z.object({ projects: z.array(z.object({ projectId: z.string(), clipCount: z.number() })) });

/** How many clips each project has, by its ID; none while it is processed. */
export async function clipCounts(stage: Stage): Promise<Map<string, number>> {
	const answer = await fetchOnce(`${stage.simulator.origin}/control`);
	const { projects } = overview.parse(await answer.json());
	return new Map(projects.map(({ projectId, clipCount }) => [projectId, clipCount]));
}

/** How many clips a project has; -1 when the service does not know it. */
export const clipCountOf = async (stage: Stage, projectId: string): Promise<number> =>
	(await clipCounts(stage)).get(projectId) ?? -1;

/** The project of the only submission for a video; there must be exactly one. */
export function projectOf(stage: Stage, label: string): string {
	const submissions = stage.submissionsOf(`/${label}/`);
	expect([label, submissions.length]).toEqual([label, 1]);
	return submissions[0]?.projectId ?? '';
}

/** The times at which a project was asked for, epoch milliseconds. */
export const questionsFor = (stage: Stage, projectId: string): number[] =>
	stage.simulator.requests.filter(({ path }) => path.endsWith(`/query/${projectId}`)).map(({ at }) => at);

/** Whether the service got a question for the project of a video. */
export const asked = (stage: Stage, label: string): boolean =>
	questionsFor(stage, projectOf(stage, label)).length > 0;

const done: readonly string[] = ['success', 'error', 'crashed', 'canceled'];

/** Waits for the end of an execution, also while n8n is restarted. It asks seldom: many are waited for at once. */
export async function ended(stage: Stage, id: string, states: readonly string[] = done): Promise<Execution> {
	let status = 'out of reach';
	const look = async () => {
		const now = await stage.client.getExecution(id).catch((error: unknown) => {
			if (error instanceof RestError && (error.status === 0 || error.status >= 500)) return undefined;
			throw error;
		});
		status = now?.status ?? 'out of reach';
		return states.includes(status) ? now : undefined;
	};
	return await untilFound(look, () => `Execution ${id} is still "${status}".`, 2_000);
}

/** Waits until an execution is paused; one that was quicker than this look has ended already. */
export async function paused(stage: Stage, id: string): Promise<void> {
	await ended(stage, id, ['waiting', ...done]);
}

/** Checks that a run of {@link chain} gave all clips of its videos, each linked to its video. */
export async function expectClips(stage: Stage, execution: Execution, labels: string[]): Promise<void> {
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	const posts = itemsOf(execution, 'Post').map(({ json }) => json);
	let all = 0;
	for (const label of labels) {
		const projectId = projectOf(stage, label);
		const own = posts.filter((post) => post.projectId === projectId);
		const count = await clipCountOf(stage, projectId);
		expect([label, own.length]).toEqual([label, count]);
		for (const post of own) expect(post).toMatchObject({ label, created: projectId });
		all += count;
	}
	expect(posts).toHaveLength(all);
}
