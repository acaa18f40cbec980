import { processedItems } from './harness';
import { itemsOf, useBench } from './support';

const submitOnly = {
	operation: 'create',
	videoUrl: '={{ $json.videoUrl }}',
	waitForClips: false,
	submissionOptions: { submissionsPerMinute: 600 },
};
const numbered = (count: number) => videos(...Array.from({ length: count }, (_, index) => `v${index}`));
const videos = (...marks: string[]) =>
	itemsOf(...marks.map((mark) => ({ videoUrl: `https://youtu.be/${mark}` })));

/** What n8n remembers for a node. */
const MOST_KEYS = 3_000;

describe("n8n's Retry of a run that crashed, where the journal is full", () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());
	const paid = () => bench.simulator().ledger.filter(({ projectId }) => projectId !== null);

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
