import { relinked } from '../../host/relink';
import { withReceivers, type Workflow } from '../../host/workflow';

const own = [
	{ id: 'new', name: 'Simulator', type: 'videoClippingApi' },
	{ id: 's3', name: 'Bucket', type: 's3' },
];
const mine = { id: 'mine', name: 'Mine', type: 'videoClippingApi' };
const targets = { own, present: [...own, mine], receivers: 'http://127.0.0.1:5000' };

const example: Workflow = {
	name: 'Example',
	nodes: [
		{ name: 'Create', type: 'n8n-nodes-video-clipping.clip', parameters: {} },
		{ name: 'Notify', type: 'other.post', parameters: { url: 'https://hooks.example.com/a', retries: 1 } },
	],
	connections: {},
};

const imported = (origin: string) => withReceivers(example, origin).nodes;
const create = (id: string | null, name: string) => ({
	name: 'Create',
	type: 'n8n-nodes-video-clipping.clip',
	parameters: { videoUrl: 'the link of a user' },
	credentials: { videoClippingApi: { id, name } },
	position: [7, 7],
});

describe('an example that n8n has from an earlier start', () => {
	it('gets the successor of a credential that was deleted, and keeps all else of the node', () => {
		expect(relinked([create('gone', 'Simulator')], example, targets)).toEqual([create('new', 'Simulator')]);
	});

	it.each([
		['a credential that there is', create('new', 'Simulator')],
		['a credential of the user', create('mine', 'Mine')],
		['a deleted credential of the user', create('gone', 'Mine')],
		['a credential that was never chosen', create(null, 'Simulator')],
		['no credential', { ...create('x', 'x'), credentials: undefined }],
	])('keeps %s', (_what, node) => {
		expect(relinked([node], example, targets)).toBeUndefined();
	});

	it('is not given a credential of another type with the same name', () => {
		const node = { ...create('x', 'x'), credentials: { s3: { id: 'gone', name: 'Simulator' } } };
		expect(relinked([node], example, targets)).toBeUndefined();
	});

	it('follows the receivers to another port', () => {
		const stored = imported('http://127.0.0.1:4011').map((node) => ({ ...node, position: [7, 7] }));
		const mended = relinked(stored, example, targets);
		expect(mended?.[1]).toEqual({ ...stored[1], parameters: { url: 'http://127.0.0.1:5000/a', retries: 1 } });
		expect(relinked(mended ?? [], example, targets)).toBeUndefined();
	});

	it('keeps the address in a node that somebody changed, and one that somebody entered', () => {
		const [, notify] = imported('http://127.0.0.1:4011');
		const changed = { ...notify, name: 'Notify', type: 'other.post' };
		for (const parameters of [
			{ url: 'http://127.0.0.1:4011/a', retries: 2 },
			{ url: 'http://127.0.0.1:4011/b', retries: 1 },
			{ url: 'https://hooks.mine.com/a', retries: 1 },
		]) {
			expect(relinked([{ ...changed, parameters }], example, targets)).toBeUndefined();
		}
	});
});
