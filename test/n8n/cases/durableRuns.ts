import { z } from 'zod/v3';
import {
	fetchOnce,
	itemsOf,
	RestError,
	until,
	untilFound,
	type Execution,
	type SavedWorkflow,
	type Workflow,
} from '../../../tools/host';
import { fields, flow, pausingClip, startWith, to, webhook } from '../../../tools/beds/flows';
import type { Stage } from '../../../tools/beds/stage';

/** Videos whose URLs hold the mark of their run and one word each that steers the simulator. */
export const videosOf = (mark: string, markers: readonly string[]) =>
	markers.map((marker, index) => ({
		label: `${mark}-${index}`,
		videoUrl: `https://media.example.com/${mark}-${index}/${marker}/talk.mp4`,
	}));

/** A Create node as users leave it: it waits paused. */
export const create = (parameters = {}, settings = {}) =>
	pausingClip('Create', { operation: 'create', videoUrl: '={{ $json.videoUrl }}', ...parameters }, settings);

/** Create over videos of one mark, and nothing else. */
export const creating = (
	mark: string,
	markers: readonly string[],
	parameters = {},
	settings = {},
): Workflow => flow(mark, [...startWith('Videos', videosOf(mark, markers)), create(parameters, settings)]);

/** What keeps to each project which video and which run of Create it came from. */
export const marked = (name = 'Marked') =>
	fields(name, {
		projectId: '={{ $json.projectId }}',
		status: '={{ $json.status }}',
		label: "={{ $('Videos').item.json.label }}",
		created: "={{ $('Create').item.json.projectId }}",
	});

/** Videos, Create, Edit Fields, Get, Edit Fields: what most users build. */
export const chain = (mark: string, markers: readonly string[], parameters = {}): Workflow =>
	flow(mark, [
		...startWith('Videos', videosOf(mark, markers)),
		create(parameters),
		marked(),
		pausingClip('Get', { operation: 'get', options: { pollInterval: 5 } }),
		marked('Post'),
	]);

/** Adds a connection to a workflow, from the first output of a node. */
export function connect(workflow: Workflow, from: string, next: string): Workflow {
	const connections = z.record(z.object({ main: z.array(z.array(z.unknown())) })).parse(workflow.connections);
	const [first = [], ...others] = connections[from]?.main ?? [];
	const main = [[...first, ...to(next)], ...others];
	return { ...workflow, connections: { ...connections, [from]: { main } } };
}

/** The same workflow, started by a webhook as well: production runs. */
export function alsoByWebhook(workflow: Workflow): Workflow {
	const [, first] = workflow.nodes;
	const hook = webhook(workflow.name, { responseMode: 'onReceived' });
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

const overview = z.object({
	projects: z.array(z.object({ projectId: z.coerce.string(), clipCount: z.number() })),
});

/** How many clips a project has: none while it is processed, -1 when the service does not know it. */
export async function clipCountOf(stage: Stage, projectId: string): Promise<number> {
	const answer = await fetchOnce(`${stage.simulator.origin}/control`);
	const { projects } = overview.parse(await answer.json());
	return projects.find((project) => project.projectId === projectId)?.clipCount ?? -1;
}

/** The project of the only submission for a video; there must be exactly one. */
export function projectOf(stage: Stage, label: string): string {
	const submissions = stage.submissionsOf(`/${label}/`);
	expect([label, submissions.length]).toEqual([label, 1]);
	return submissions[0]?.projectId ?? '';
}

const done: readonly string[] = ['success', 'error', 'crashed', 'canceled'];

/** Waits for the end of an execution, also while n8n is restarted. It asks seldom: many are waited for at once. */
export async function ended(stage: Stage, id: string, states = done): Promise<Execution> {
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

/** A run that waits, and its status check. */
export interface PausedRun {
	workflowId: string;
	/** The IDs of their executions. */
	id: string;
	check: string;
}

/** Starts a workflow by hand, and waits until it is paused. */
export async function startPaused(stage: Stage, workflow: Workflow): Promise<PausedRun> {
	const { id: workflowId } = await stage.save(workflow);
	const id = (await stage.client.runWorkflow(workflowId, 'Start')) ?? '';
	await paused(stage, id);
	// The status check is paused before the run, as an execution of the same workflow.
	const check = (await stage.client.listExecutions(workflowId)).find((other) => other.id !== id);
	if (check === undefined) throw new TypeError(`"${workflow.name}" has no status check.`);
	return { workflowId, id, check: check.id };
}

/** Waits until no execution of a workflow waits any more. */
export async function nothingWaits(stage: Stage, workflowId: string): Promise<void> {
	const look = async () => {
		const all = await stage.client.listExecutions(workflowId);
		return all.every(({ status }) => done.includes(status));
	};
	await until(look, 2_000);
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
