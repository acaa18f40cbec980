import {
	clipTriggerOf,
	hasItsCredentials,
	manualTriggerOf,
	webhookPath,
	withCredential,
	withReceivers,
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

	it('gets other credentials where it names one of their type, and loses those that there are none for', () => {
		const named = (type: string) => ({ credentials: { [type]: { id: '', name: 'account' } } });
		const nodes = [
			{ name: 'Upload', type: 'n8n-nodes-base.s3', parameters: {}, ...named('s3') },
			{ name: 'Model', type: 'other.model', parameters: {}, ...named('openAiApi') },
		];
		const service = { id: 'c1', name: 'Sim', type: 'videoClippingApi' };
		const s3 = { id: 'c2', name: 'Bucket', type: 's3' };
		const [upload, model] = withCredential({ ...workflow, nodes }, service, s3).nodes;
		const original = { ...workflow, nodes };
		expect(hasItsCredentials(withCredential(original, service, s3), original)).toBe(false);
		const all = [service, s3, { id: 'c3', name: 'Key', type: 'openAiApi' }] as const;
		expect(hasItsCredentials(withCredential(original, ...all), original)).toBe(true);
		expect(upload?.credentials).toEqual({ s3: { id: 'c2', name: 'Bucket' } });
		expect(model).not.toHaveProperty('credentials');
	});

	it('gets receivers in place of addresses that stand for those of the user, and of no others', () => {
		const urls = [
			'https://hooks.example.com/a',
			'=https://feeds.example.com/{{ $json.id }}',
			'https://media.example.com/film.mp4',
			'https://hooks.example.community/a',
		];
		const nodes = [{ name: 'Post', type: 'other.post', parameters: { urls } }];
		expect(withReceivers({ ...workflow, nodes }, 'http://127.0.0.1:4011').nodes[0]?.parameters).toEqual({
			urls: ['http://127.0.0.1:4011/a', '=http://127.0.0.1:4011/{{ $json.id }}', ...urls.slice(2)],
		});
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
