import { typePrefix } from '../host';
import { Bed } from './bed';
import { credentialCases } from './cases/credential';
import { exampleCases } from './cases/examples';
import { importingCases } from './cases/importing';
import { secrecyCases } from './cases/secrecy';
import { triggerCases, triggerTestCases } from './cases/trigger';

// One n8n for all: its start takes longer than most cases.
describe('on a real n8n', () => {
	const bed = new Bed();
	const starts: Array<() => Promise<void>> = [];
	// One of the examples is paused for a minute, as users' runs are; all else is tried meanwhile.
	beforeAll(async () => {
		await bed.open();
		for (const start of starts) await start();
	});
	afterAll(async () => await bed.close());

	it('the nodes are loaded from the tarball under the names that stored workflows use', async () => {
		const ours = [...(await bed.client.nodeTypes()).values()].filter(({ name }) =>
			name.startsWith(typePrefix),
		);
		expect(Object.fromEntries(ours.map(({ name, displayName }) => [name, displayName]))).toEqual({
			'n8n-nodes-video-clipping.clip': 'Clip',
			'n8n-nodes-video-clipping.clipTool': 'Clip Tool',
			'n8n-nodes-video-clipping.clipTrigger': 'Clip Trigger',
		});
	});

	describe('the credential test', () => credentialCases(bed));
	describe('the import of npm start', () => importingCases(bed));
	describe('Clip Trigger', () => {
		triggerCases(bed);
		triggerTestCases(bed);
	});
	describe('the example workflows', () => void starts.push(exampleCases(bed)));
	// Last: it searches through what all others left behind.
	describe('the API key', () => secrecyCases(bed));
});
