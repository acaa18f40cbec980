import type { INode, IWorkflowSettings } from 'n8n-workflow';
import { startWatching } from '../../../nodes/Clip/wait/rules/pausedWait';
import { statusCheckWorkflow } from '../../../nodes/Clip/wait/subWorkflow';

const node: INode = {
	...{ id: 'n1', name: 'Make clips', type: 'n8n-nodes-video-clipping.clip', typeVersion: 1 },
	...{ position: [0, 0], parameters: { operation: 'create' } },
	credentials: { videoClippingApi: { id: '1', name: 'Video Clipping' } },
};

const policy = { pollInterval: 30_000, maxWait: 600_000 };
const items = ['20417733', '20417734'].map((projectId, itemIndex) => ({ itemIndex, projectId, policy }));
const wait = {
	...{ execution: { id: '77', since: Date.UTC(2026, 0, 2, 3, 4, 5) }, watched: startWatching(items, 0) },
	...{ stopsAtFailure: true, jsons: [], others: [] },
};
const place = { workflowId: 'w1', baseUrl: 'https://n8n.example.com', timezone: 'Europe/Berlin' };
const made = (settings: IWorkflowSettings = {}) => statusCheckWorkflow(node, { ...place, settings, wait });

describe('The sub-workflow of a status check', () => {
	it.each([
		'the automatic status check for [execution 77](https://n8n.example.com/workflow/w1/executions/77)',
		'"Make clips"',
		'2 Jan 2026, 04:04 (Europe/Berlin)',
		'20417733, 20417734',
		'This is not your workflow',
		'If you stop it, your execution ends, too',
	])('says what it is, of which execution, since when and for which projects: %s', (part) => {
		const note = made().nodes.find(({ type }) => type.endsWith('stickyNote'));
		expect(note?.parameters.content).toContain(part);
	});

	it('keeps the settings of its workflow, but those that are not for a status check', () => {
		const kept = { timezone: 'Europe/Berlin', errorWorkflow: 'e1', engineType: 'v2' } as const;
		const { settings = {} } = made({ ...kept, saveDataSuccessExecution: 'none' });
		expect(settings).toMatchObject({ timezone: 'Europe/Berlin', saveDataSuccessExecution: 'all' });
		expect([settings.errorWorkflow, Object.hasOwn(settings, 'engineType')]).toEqual([undefined, false]);
	});

	it('checks under the name and the ID of the node that waits', () => {
		expect(made().name).toBe('Status check for Make clips (automatic, not a workflow of yours)');
		const check = { name: 'Make clips', parameters: { operation: 'statusCheck' } };
		const own = made().nodes.filter(({ id }) => id === 'n1');
		expect(own).toMatchObject([{ ...check, credentials: node.credentials }]);
	});
});
