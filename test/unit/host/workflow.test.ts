import { startedScreen } from '../../host/screen';
import {
	clipTriggerOf,
	manualTriggerOf,
	webhookPath,
	withCredential,
	type Workflow,
} from '../../host/workflow';

const workflow: Workflow = {
	name: 'Example',
	nodes: [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		{ name: 'Create', type: 'n8n-nodes-video-clipping.clip', parameters: { operation: 'create' } },
		{ name: 'Hook', type: 'n8n-nodes-video-clipping.clipTrigger', parameters: {}, webhookId: 'abc' },
	],
	connections: {},
};

describe('an example workflow', () => {
	it('gets the credential on the nodes of this package only, and is not changed otherwise', () => {
		const before = structuredClone(workflow);
		const [start, create] = withCredential(workflow, {
			id: 'c1',
			name: 'Sim',
			type: 'videoClippingApi',
		}).nodes;
		expect(start).toEqual(workflow.nodes[0]);
		expect(create).toEqual({
			...workflow.nodes[1],
			credentials: { videoClippingApi: { id: 'c1', name: 'Sim' } },
		});
		expect(workflow).toEqual(before);
	});

	it('is started at its manual trigger', () => {
		expect(manualTriggerOf(workflow).name).toBe('Start');
		expect(() => manualTriggerOf({ ...workflow, nodes: [] })).toThrow('"Example" has no manual trigger');
	});

	it('has a webhook address by its Clip Trigger, for production and for tests', () => {
		const trigger = clipTriggerOf(workflow);
		expect(trigger && webhookPath(trigger)).toBe('/webhook/abc/webhook');
		expect(trigger && webhookPath(trigger, 'webhook-test')).toBe('/webhook-test/abc/webhook');
	});
});

describe('the screen of a started n8n', () => {
	it('says where to go, how to get in and what to click', () => {
		const manual = { ...workflow, nodes: workflow.nodes.slice(0, 2) };
		const saved = { id: '1', name: 'Example', versionId: 'v', active: false, isArchived: false };
		const screen = startedScreen({
			editor: 'http://127.0.0.1:5678',
			login: { email: 'owner@example.com', password: 'the password' },
			simulator: 'http://127.0.0.1:4010/',
			baseUrl: 'http://127.0.0.1:4010/service',
			apiKey: 'a key',
			examples: [{ workflow: manual, saved, isNew: true }],
			logFile: 'n8n.log',
		});
		for (const part of [
			'http://127.0.0.1:5678',
			'owner@example.com',
			'the password',
			'4010',
			'"Example"',
			'Ctrl-C',
		]) {
			expect(screen).toContain(part);
		}
		expect(screen.split('\n').length).toBeLessThanOrEqual(24);
	});
});
