import { processedItems } from './harness';
import { useBench } from './support';
import { numbered, paidIn, submitOnly, videos } from './videos';

/** What n8n remembers for a node. */
const MOST_KEYS = 3_000;

describe("n8n's Retry of a run that crashed, where the journal is full", () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());
	const paid = () => paidIn(bench);

	it('pays again at most for what the journal had forgotten when it began', async () => {
		await bench.clip(submitOnly, { items: numbered(12) });
		const known = processedItems.known.length;
		const others = Array.from({ length: MOST_KEYS - known + 3 }, (_, index) => `other ${index}`);
		// One more submission than the journal has room for: it has forgotten the first of the twelve.
		processedItems.meanwhile = (row) => {
			processedItems.meanwhile = null;
			return [...row, ...others].slice(-MOST_KEYS);
		};
		await bench.clip(submitOnly, { items: videos('sim-no-minutes') });
		await bench.clip(submitOnly, {
			items: numbered(12),
			mode: 'retry',
			settings: { onError: 'continueRegularOutput' },
		});
		expect(paid().length).toBeLessThanOrEqual(12 + 3);
	});
});
