import { processedItems } from './harness';
import { useBench } from './support';
import { after, MINUTE, paidIn, submitOnly, videos } from './videos';

/** A name as many give it: with the time. `$execution.id` changes in each Retry, too. */
const named = { ...submitOnly, additionalFields: { projectName: '={{ "Clips of " + $now.toISO() }}' } };

describe("n8n's Retry of a run whose project names hold the time", () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());
	const paid = () => paidIn(bench);

	it('does not pay again for what the failed run has got', async () => {
		const failed = await bench.clip(named, { items: videos('a', 'b', 'sim-no-minutes') });
		await after(MINUTE);
		await bench.clip(named, { mode: 'retry', goesOnFrom: failed.run.data });
		expect(paid()).toHaveLength(2);
	});

	it('does not pay again for what the crashed run has sent', async () => {
		await bench.clip(named, { items: videos('a', 'b') });
		await after(MINUTE);
		await bench.clip(named, { items: videos('a', 'b'), mode: 'retry' });
		expect(paid()).toHaveLength(2);
	});
});
