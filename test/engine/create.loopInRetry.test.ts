import { processedItems } from './harness';
import { useBench } from './support';
import { submitOnly, videos } from './videos';

describe("A loop in n8n's Retry of a run that crashed", () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());

	it('may submit the same video in each of its rounds, as it may in any other run', async () => {
		const { error } = await bench.clip(submitOnly, {
			items: videos('a'),
			rounds: [videos('a')],
			mode: 'retry',
		});
		expect(error?.message).toBeUndefined();
		expect(bench.simulator().ledger).toHaveLength(2);
	});
});
