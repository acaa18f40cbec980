import { z } from 'zod/v3';
import { until, type Execution, type Workflow } from '../../host';
import { node } from '../flows';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import {
	chain,
	connect,
	ended,
	expectClips,
	paused,
	clipCountOf,
	projectOf,
	startInProduction,
} from './durableRuns';
import { type PausedRun, nothingWaits, startPaused } from './pausedRuns';

/** A workflow as the editor saves it. */
const drawing = z.object({
	nodes: z.array(z.object({ name: z.string() }).passthrough()),
	connections: z.record(z.unknown()),
});
type Drawing = z.output<typeof drawing>;

/** What the editor makes of a workflow when a user changes its Create node. */
const changes = {
	rename: (before: Drawing): Drawing => {
		const after = JSON.stringify(before)
			.replace(/"Create"/g, '"Submit"')
			.replace(/'Create'/g, "'Submit'");
		return drawing.parse(JSON.parse(after));
	},
	remove: ({ nodes, connections: { Create: next, ...others } }: Drawing): Drawing => ({
		nodes: nodes.filter(({ name }) => name !== 'Create'),
		connections: { ...others, Videos: next },
	}),
};

/** They get ready when a test says so: what it does meanwhile happens for sure while they are waited for. */
const two = ['sim-endless', 'sim-endless'];

const labelsOf = (mark: string) => two.map((_, index) => `${mark}-${index}`);

function makeReady(stage: Stage, mark: string): void {
	for (const label of labelsOf(mark)) stage.simulator.finish(projectOf(stage, label));
}

/** Runs the chain that most users build, and does something while it waits. */
async function changed(
	stage: Stage,
	mark: string,
	change: (run: PausedRun) => Promise<void>,
): Promise<PausedRun & { execution: Execution }> {
	const run = await startPaused(stage, chain(mark, two));
	await change(run);
	expect((await stage.client.getExecution(run.id)).status).toBe('waiting');
	makeReady(stage, mark);
	return { ...run, execution: await ended(stage, run.id) };
}

/** That a change of the saved workflow does nothing to a run that waits. */
async function expectHarmless(
	stage: Stage,
	mark: string,
	change: (before: Drawing) => Drawing,
): Promise<void> {
	const { session } = stage.client;
	let wanted: Drawing = { nodes: [], connections: {} };
	const { workflowId, execution } = await changed(stage, mark, async ({ workflowId: id }) => {
		const path = `/rest/workflows/${id}`;
		wanted = change(await session.call({ path, read: drawing }));
		await session.call({ method: 'PATCH', path, body: wanted, read: z.unknown() });
	});
	await expectClips(stage, execution, labelsOf(mark));
	expect(await session.call({ path: `/rest/workflows/${workflowId}`, read: drawing })).toEqual(wanted);
}

/** The chain, and a node that tells each clip to a server: that shows what came of a run that nobody keeps. */
function telling(stage: Stage, mark: string): Workflow {
	const told = `${stage.simulator.origin}/told/{{ $json.label }}/{{ $json.projectId }}/{{ $json.created }}`;
	const tell = node('Tell', 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.2,
		// No such page is there, but the simulator remembers who asked for it.
		parameters: { url: `=${told}`, options: { response: { response: { neverError: true } } } },
	});
	const workflow = chain(mark, two);
	return connect({ ...workflow, nodes: [...workflow.nodes, tell] }, 'Post', 'Tell');
}

/** Waits until n8n has deleted an execution that nobody wants to keep. */
async function gone(stage: Stage, id: string): Promise<void> {
	// n8n answers without an execution when there is none.
	const read = z.object({ status: z.enum(['new', 'running', 'waiting', 'success']) }).optional();
	await until(
		async () => (await stage.client.session.call({ path: `/rest/executions/${id}`, read })) === undefined,
		2_000,
	);
}

/** That each clip of the videos was told once, with its video and its project. */
async function expectTold(stage: Stage, mark: string): Promise<void> {
	const wanted: string[] = [];
	for (const label of labelsOf(mark)) {
		const projectId = projectOf(stage, label);
		const clipCount = await clipCountOf(stage, projectId);
		expect(clipCount).toBeGreaterThan(0);
		wanted.push(...Array.from({ length: clipCount }, () => `/told/${label}/${projectId}/${projectId}`));
	}
	const told = stage.simulator.requests.map(({ path }) => path);
	expect(told.filter((path) => path.startsWith(`/told/${mark}-`)).sort()).toEqual(wanted.sort());
}

const unkept = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
};

/** What users change in a workflow, or have set for it, while its run waits. */
export const changeCases = (stage: Stage): Cases => ({
	'a workflow that is archived while its run waits gives its clips': async () => {
		const { workflowId, execution } = await changed(stage, 'archived', async ({ workflowId: id }) => {
			const path = `/rest/workflows/${id}/archive`;
			await stage.client.session.call({ method: 'POST', path, body: {}, read: z.unknown() });
		});
		await expectClips(stage, execution, labelsOf('archived'));
		await nothingWaits(stage, workflowId);
	},

	'a Create node that is renamed while its run waits gives its clips, linked to their videos': async () =>
		await expectHarmless(stage, 'renamed', changes.rename),

	'a Create node that is removed while its run waits gives its clips, linked to their videos': async () =>
		await expectHarmless(stage, 'removed', changes.remove),

	'a production run that is not kept hands on its clips, and pays once': async () => {
		const id = await startInProduction(stage, { ...telling(stage, 'unkept'), settings: unkept });
		await paused(stage, id);
		makeReady(stage, 'unkept');
		await gone(stage, id);
		await expectTold(stage, 'unkept');
	},
});
