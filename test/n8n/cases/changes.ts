import { z } from 'zod/v3';
import { until } from '../../../tools/host';
import { node } from '../../../tools/beds/flows';
import type { Cases } from '../sideBySide';
import type { Stage } from '../../../tools/beds/stage';
import {
	chain,
	clipCountOf,
	connect,
	ended,
	expectClips,
	nothingWaits,
	paused,
	projectOf,
	startInProduction,
	startPaused,
} from './durableRuns';

/** A workflow as the editor saves it. */
const drawing = z.object({
	nodes: z.array(z.object({ name: z.string() }).passthrough()),
	connections: z.record(z.unknown()),
});

/** They get ready when a test says so: what it does meanwhile happens for sure while they are waited for. */
const two = ['sim-endless', 'sim-endless'];

const labelsOf = (mark: string) => two.map((_, index) => `${mark}-${index}`);

/** What users change in a workflow, or have set for it, while its run waits. */
export const changeCases = (stage: Stage): Cases => {
	const makeReady = (mark: string) => {
		for (const label of labelsOf(mark)) stage.simulator.finish(projectOf(stage, label));
	};

	/** Runs the chain that most users build, changes its workflow while it waits, and expects its clips. */
	const changed = async (mark: string, change: (workflowId: string) => Promise<void>): Promise<string> => {
		const { id, workflowId } = await startPaused(stage, chain(mark, two));
		await change(workflowId);
		expect((await stage.client.getExecution(id)).status).toBe('waiting');
		makeReady(mark);
		await expectClips(stage, await ended(stage, id), labelsOf(mark));
		return workflowId;
	};

	return {
		'a workflow that is archived while its run waits gives its clips': async () => {
			const workflowId = await changed('archived', async (id) => {
				const path = `/rest/workflows/${id}/archive`;
				await stage.client.session.call({ method: 'POST', path, body: {}, read: z.unknown() });
			});
			await nothingWaits(stage, workflowId);
		},

		'a Create node that is removed while its run waits gives its clips, and the workflow stays as it was saved':
			async () => {
				let saved: unknown;
				const workflowId = await changed('removed', async (id) => {
					const path = `/rest/workflows/${id}`;
					const { nodes, connections } = await stage.client.session.call({ path, read: drawing });
					const { Create: next, ...others } = connections;
					const body = {
						nodes: nodes.filter(({ name }) => name !== 'Create'),
						connections: { ...others, Videos: next },
					};
					saved = body;
					await stage.client.session.call({ method: 'PATCH', path, body, read: z.unknown() });
				});
				const path = `/rest/workflows/${workflowId}`;
				expect(await stage.client.session.call({ path, read: drawing })).toEqual(saved);
			},

		'a production run that is not kept hands on its clips, and pays once': async () => {
			const workflow = chain('unkept', two);
			const tell = node('Tell', 'n8n-nodes-base.httpRequest', {
				typeVersion: 4.2,
				parameters: {
					// No such page is there, but the simulator remembers who asked for it.
					url: `=${stage.simulator.origin}/told/{{ $json.projectId }}`,
					options: { response: { response: { neverError: true } } },
				},
			});
			const telling = connect({ ...workflow, nodes: [...workflow.nodes, tell] }, 'Post', 'Tell');
			const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'none' };
			const id = await startInProduction(stage, { ...telling, settings });
			await paused(stage, id);
			makeReady('unkept');
			// n8n deletes it at its end, and then answers without an execution.
			const read = z.object({ status: z.enum(['new', 'running', 'waiting', 'success']) }).optional();
			const look = async () => await stage.client.session.call({ path: `/rest/executions/${id}`, read });
			await until(async () => (await look()) === undefined, 2_000);

			const told = stage.simulator.requests.map(({ path }) => path);
			for (const label of labelsOf('unkept')) {
				const projectId = projectOf(stage, label);
				const clipCount = await clipCountOf(stage, projectId);
				expect(clipCount).toBeGreaterThan(0);
				expect(told.filter((path) => path === `/told/${projectId}`)).toHaveLength(clipCount);
			}
		},
	};
};
