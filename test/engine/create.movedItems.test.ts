import { createRunExecutionData } from 'n8n-workflow';
import { processedItems } from './harness';
import { useBench } from './support';
import { paidIn, submitOnly, videos } from './videos';

describe("n8n's Retry of a run that crashed, which begins anew and reads its list again", () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());
	const paid = () => paidIn(bench);

	it('does not pay again for videos that have moved in the list, because a new one stands on top', async () => {
		await bench.clip(submitOnly, { items: videos('a', 'b', 'c') });
		await bench.clip(submitOnly, { items: videos('new', 'a', 'b', 'c'), mode: 'retry' });
		expect(paid()).toHaveLength(4);
	});

	it('does not do so either where n8n tells when the run began', async () => {
		const first = await bench.clip(submitOnly, { items: videos('a', 'b'), mode: 'webhook' });
		const { runtimeData } = first.run.data.executionData ?? {};
		const remembers = createRunExecutionData({
			executionData: { ...(runtimeData && { runtimeData }), contextData: {} },
		});
		await bench.clip(submitOnly, { items: videos('new', 'a', 'b'), mode: 'retry', remembers });
		expect(paid()).toHaveLength(3);
	});
});
