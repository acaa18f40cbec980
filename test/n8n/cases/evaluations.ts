import { z } from 'zod/v3';
import { until, type WorkflowNode } from '../../../tools/host';
import { called, callOf, flow, node, pausingClip } from '../../../tools/beds/flows';
import type { Stage } from '../../../tools/beds/stage';

const withId = z.object({ id: z.string() });
const testRun = z.object({ status: z.string(), errorCode: z.string().nullish() });
const testCases = z.array(
	z.object({
		status: z.string(),
		errorCode: z.string().nullish(),
		metrics: z.record(z.number()).nullish(),
	}),
);

/** Evaluations, which run a workflow once for each row of a table and measure what comes out. */
export function evaluationCases(stage: Stage): void {
	let table = '';
	const video = (name: string) => `https://media.example.com/evaluated-${name}/talk.mp4`;
	beforeAll(async () => {
		const { session } = stage.client;
		const read = z.array(withId.extend({ type: z.string() }));
		const projects = await session.call({ path: '/rest/projects', read });
		const path = `/rest/projects/${projects.find(({ type }) => type === 'personal')?.id ?? ''}/data-tables`;
		const body = { name: 'Dataset', columns: [{ name: 'name', type: 'string' }] };
		({ id: table } = await session.call({ method: 'POST', path, body, read: withId }));
		const rows = { data: [{ name: 'one' }, { name: 'two' }], returnType: 'count' };
		await session.call({ method: 'POST', path: `${path}/${table}/insert`, body: rows, read: z.unknown() });
	});

	const create = pausingClip('Create', {
		operation: 'create',
		videoUrl: video('{{ $json.name }}').replace(/^/, '='),
		options: { pollInterval: 5 },
	});

	/** Evaluates a workflow whose middle makes projects of the rows, and gives what each case came to. */
	const evaluate = async (name: string, middle: WorkflowNode) => {
		const trigger = node('Rows', 'n8n-nodes-base.evaluationTrigger', {
			typeVersion: 4.7,
			parameters: { source: 'dataTable', dataTableId: { __rl: true, mode: 'id', value: table } },
		});
		const metrics = node('Metrics', 'n8n-nodes-base.evaluation', {
			typeVersion: 4.8,
			parameters: {
				operation: 'setMetrics',
				metric: 'customMetrics',
				metrics: {
					assignments: [{ id: 'clips', name: 'clips', value: '={{ $json.clipCount }}', type: 'number' }],
				},
			},
		});
		const { session } = stage.client;
		const { id } = await stage.save(flow(name, [trigger, middle, metrics]));
		const runs = `/rest/workflows/${id}/test-runs`;
		await session.call({ method: 'POST', path: `${runs}/new`, body: {}, read: z.unknown() });
		const [run] = await session.call({ path: runs, read: z.array(withId) });
		const path = `${runs}/${run?.id ?? ''}`;
		const ended = async () => {
			const { status } = await session.call({ path, read: testRun });
			return status !== 'new' && status !== 'running';
		};
		await until(ended);
		return await session.call({ path: `${path}/test-cases`, read: testCases });
	};
	const measured = {
		status: 'success',
		errorCode: null,
		metrics: expect.objectContaining({ clips: expect.any(Number) }),
	};

	it('get the clips of each case that Create waits for', async () => {
		const cases = await evaluate('Evaluated', create);
		expect(cases).toEqual([expect.objectContaining(measured), expect.objectContaining(measured)]);
		expect(stage.submissionsOf('evaluated-')).toHaveLength(2);
	});

	it('get the clips of each case that Create waits for in a sub-workflow', async () => {
		const { id } = await stage.publish(flow('Called by an evaluation', [called, create]));
		const cases = await evaluate('Evaluated with a sub-workflow', callOf(id));
		expect(cases).toEqual([expect.objectContaining(measured), expect.objectContaining(measured)]);
	});
}
