import type { INode, IWorkflowSettings } from 'n8n-workflow';
import { statusCheckWorkflow } from '../../../nodes/Clip/wait/subWorkflow';

const node: INode = {
	...{ id: 'n1', name: 'Make clips', type: 'n8n-nodes-video-clipping.clip', typeVersion: 1 },
	...{ position: [0, 0], parameters: { operation: 'create' } },
	credentials: { videoClippingApi: { id: '1', name: 'Video Clipping' } },
};

const made = (settings: IWorkflowSettings = {}, projectIds = ['20417733', '20417734']) => {
	return statusCheckWorkflow(
		{
			getNode: () => node,
			getWorkflowSettings: () => settings,
			getInstanceBaseUrl: () => 'https://n8n.example.com',
		},
		'w1',
		{ executionId: '77', watched: projectIds.map((projectId) => ({ projectId })) },
	);
};

const noteIn = ({ nodes }: ReturnType<typeof made>) => nodes.find(({ type }) => type.endsWith('stickyNote'));

describe('The sub-workflow of a status check', () => {
	it('says what it is, of which execution and for which projects, and what a Stop does', () => {
		const note = noteIn(made());
		for (const part of [
			'for [execution 77](https://n8n.example.com/workflow/w1/executions/77)',
			'"Make clips"',
			'20417733, 20417734',
			'This is not your workflow',
			'If you stop it, your execution ends, too',
		]) {
			expect(note?.parameters.content).toContain(part);
		}
	});

	it('has a note that is small enough to stay visible, and ends with the projects, of which there may be many', () => {
		const note = noteIn(made());
		expect(note?.parameters.height).toBeLessThanOrEqual(180);
		expect(note?.parameters.content).toMatch(/20417733, 20417734\.$/);
	});

	it('claims nothing of the projects that a failed one would make untrue', () => {
		expect(noteIn(made())?.parameters.content).not.toMatch(/service continues/);
	});

	it('keeps the settings of its workflow, but those that are not for a status check', () => {
		const kept = { timezone: 'Europe/Berlin', executionTimeout: 3_600, redactionPolicy: 'all' } as const;
		const harmful = {
			errorWorkflow: 'e1',
			engineType: 'v2',
			executionOrder: 'v0',
			callerPolicy: 'none',
			saveDataErrorExecution: 'none',
			saveDataSuccessExecution: 'none',
			saveManualExecutions: false,
			saveExecutionProgress: true,
		} as const;
		expect(made({ ...kept, ...harmful }).settings).toStrictEqual({
			...kept,
			executionOrder: 'v1',
			callerPolicy: 'workflowsFromAList',
			callerIds: 'w1',
			saveDataErrorExecution: 'all',
			saveDataSuccessExecution: 'all',
			saveManualExecutions: true,
			saveExecutionProgress: false,
		});
	});

	it('leads back to the check until it ends, and is never active', () => {
		const { active, isArchived, activeVersionId, connections } = made();
		expect([active, isArchived, activeVersionId]).toEqual([false, false, null]);
		const to = (node: string) => ({ node, type: 'main', index: 0 });
		const title = 'Status check for Make clips';
		expect(connections).toEqual({
			[title]: { main: [[to('Make clips')]] },
			'Make clips': { main: [[to('Make clips')], [to(`${title} (end)`)]] },
		});
	});

	it.each(['none', 'workflowsFromAList', 'any'] as const)(
		'may be called by the workflow that waits, and by no other, whatever that one says of itself: %s',
		(callerPolicy) => {
			// n8n 3 refuses a sub-workflow that any workflow may call.
			expect(made({ callerPolicy, callerIds: 'w2' }).settings).toMatchObject({
				callerPolicy: 'workflowsFromAList',
				callerIds: 'w1',
			});
		},
	);

	it('checks under the name and the ID of the node that waits', () => {
		const { name, nodes } = made();
		expect(name).toContain('Make clips');
		const own = nodes.filter(({ id }) => id === 'n1');
		expect(own).toMatchObject([
			{ name: 'Make clips', parameters: { operation: 'statusCheck' }, credentials: node.credentials },
		]);
	});
});
