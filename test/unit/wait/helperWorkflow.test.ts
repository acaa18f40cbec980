import type { INode } from 'n8n-workflow';
import { helperWorkflow } from '../../../nodes/Clip/wait/helpers/workflow';
import { startWatching } from '../../../nodes/Clip/wait/rules/watch';

const node: INode = {
	id: 'n1',
	name: 'Make clips',
	type: 'n8n-nodes-video-clipping.clip',
	typeVersion: 1,
	position: [0, 0],
	parameters: { operation: 'create' },
	credentials: { videoClippingApi: { id: '1', name: 'Video Clipping' } },
};
const policy = { pollInterval: 30_000, maxWait: 600_000 };
const watched = startWatching(
	['20417733', '20417734'].map((projectId, itemIndex) => ({ itemIndex, projectId, policy })),
	0,
);
const run = { executionId: '77', since: Date.UTC(2026, 0, 2, 3, 4, 5) };
const held = { items: [{ itemIndex: 2, video: 'https://youtu.be/a' }], until: 0, work: {} };
const employment = {
	workflowId: 'w1',
	settings: {},
	baseUrl: 'https://n8n.example.com',
	task: { watch: { run, watched, stopsAtFailure: true, held }, jsons: [] },
};

describe.each(['keeper', 'poller'] as const)('The workflow of a %s', (helper) => {
	it('says what it is, of which run, since when and for which projects, and what a Stop does', () => {
		const note = helperWorkflow(helper, node, employment).nodes.find(({ type }) =>
			type.endsWith('stickyNote'),
		);
		for (const part of [
			'[77](https://n8n.example.com/workflow/w1/executions/77)',
			'"Make clips"',
			'2026-01-02 03:04 UTC',
			'20417733, 20417734',
			'still to be submitted: 1',
			'If you stop it, you also end the execution that it helps',
		]) {
			expect(note?.parameters.content).toContain(part);
		}
	});

	it('keeps the settings of its workflow, but those that are not for a helper', () => {
		const settings = {
			timezone: 'Europe/Berlin',
			errorWorkflow: 'e1',
			engineType: 'v2',
			saveDataSuccessExecution: 'none',
		} as const;
		const made = helperWorkflow(helper, node, { ...employment, settings }).settings ?? {};
		expect(made).toMatchObject({ timezone: 'Europe/Berlin', saveDataSuccessExecution: 'all' });
		expect(Object.keys(made)).not.toEqual(expect.arrayContaining(['errorWorkflow']));
		expect(Object.keys(made)).not.toEqual(expect.arrayContaining(['engineType']));
	});

	it('works under the ID of the node, with which n8n remembers what was submitted', () => {
		const { nodes } = helperWorkflow(helper, node, employment);
		const works = nodes.filter(({ id }) => id === 'n1');
		expect(works.map(({ parameters, credentials }) => [parameters.operation, credentials])).toEqual([
			[helper === 'keeper' ? 'settle' : 'poll', node.credentials],
		]);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
	});
});
