import type { INode } from 'n8n-workflow';
import { startWatching } from '../../../nodes/Clip/wait/rules/pausedWait';
import { statusCheckWorkflow } from '../../../nodes/Clip/wait/subWorkflow';

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
const execution = { id: '77', since: Date.UTC(2026, 0, 2, 3, 4, 5) };
const purpose = {
	workflowId: 'w1',
	settings: {},
	baseUrl: 'https://n8n.example.com',
	wait: { execution, watched, stopsAtFailure: true, jsons: [] },
};

describe('The sub-workflow of a status check', () => {
	it('says what it is, of which execution, since when and for which projects, and what a Stop does', () => {
		const note = statusCheckWorkflow(node, purpose).nodes.find(({ type }) => type.endsWith('stickyNote'));
		for (const part of [
			'the status check for execution [77](https://n8n.example.com/workflow/w1/executions/77)',
			'"Make clips"',
			'2026-01-02 03:04 UTC',
			'20417733, 20417734',
			'If you stop it, you also end the execution that it helps',
		]) {
			expect(note?.parameters.content).toContain(part);
		}
	});

	it('keeps the settings of its workflow, but those that are not for a status check', () => {
		const settings = {
			timezone: 'Europe/Berlin',
			errorWorkflow: 'e1',
			engineType: 'v2',
			saveDataSuccessExecution: 'none',
		} as const;
		const made = statusCheckWorkflow(node, { ...purpose, settings }).settings ?? {};
		expect(made).toMatchObject({ timezone: 'Europe/Berlin', saveDataSuccessExecution: 'all' });
		expect(Object.keys(made)).not.toEqual(expect.arrayContaining(['errorWorkflow']));
		expect(Object.keys(made)).not.toEqual(expect.arrayContaining(['engineType']));
	});

	it('checks under the name and the ID of the node that waits', () => {
		const { name, nodes } = statusCheckWorkflow(node, purpose);
		expect(name).toBe('Status check for Make clips');
		const own = nodes.filter(({ id }) => id === 'n1');
		expect(own).toMatchObject([
			{ name: 'Make clips', parameters: { operation: 'statusCheck' }, credentials: node.credentials },
		]);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		expect(new Set(nodes.map((each) => each.name)).size).toBe(nodes.length);
	});
});
