import { startSimulator, type Simulator } from '../simulator';
import { useFastClock } from './fastClock';
import { runNode } from './harness';

describe('Create', () => {
	useFastClock();
	let simulator: Simulator;
	beforeAll(async () => {
		simulator = await startSimulator({
			processingSeconds: 100,
			now: () => Date.now(),
			submissionLimits: null,
		});
	});
	afterAll(async () => await simulator.close());

	it('x', async () => {
		const result = await runNode({
			parameters: {
				operation: 'create',
				videoUrl: 'https://www.youtube.com/watch?v=abc',
				waitForClips: false,
			},
			credentials: { baseUrl: simulator.baseUrl, apiKey: simulator.apiKey, headerName: simulator.headerName },
		});
		process.stdout.write(JSON.stringify([result.items, result.error, simulator.ledger], null, 1));
		const r2 = await runNode({
			parameters: { operation: 'get', projectId: '={{ $json.projectId }}' },
			items: result.items,
			credentials: { baseUrl: simulator.baseUrl, apiKey: simulator.apiKey, headerName: simulator.headerName },
		});
		process.stdout.write(JSON.stringify([r2.items.slice(0, 2), r2.error, simulator.requests], null, 1));
	}, 20000);
});
