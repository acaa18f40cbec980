import { parse } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';
import { isHelper } from './parkingHost';
import { useBench } from './support';
import { after, create, MINUTE, videos } from './videos';

describe("n8n's Retry of a run that was stopped before all of it was submitted", () => {
	const bench = useBench();

	it('says of videos that were held back that they may have been submitted, and how to find out', async () => {
		let stored: IRunExecutionData | undefined;
		await bench.clip(create, {
			items: videos('a', 'b', 'c', 'd', 'e'),
			onParked: (executions, stop) => {
				const run = executions.find(({ workflow }) => !isHelper(workflow));
				stored = z.custom<IRunExecutionData>().parse(parse(run?.data ?? '[]'));
				stop('run');
			},
		});
		await after(5 * MINUTE);
		const { items } = await bench.clip(create, { mode: 'retry', ...(stored && { goesOnFrom: stored }) });
		expect(bench.simulator().ledger).toHaveLength(3);
		expect(items.map(({ json }) => json.status)).toEqual([
			...Array.from({ length: 3 }, () => 'processing'),
			...Array.from({ length: 2 }, () => 'heldBack'),
		]);
		expect(items[4]?.json.message).toContain('It may have been submitted meanwhile.');
	});
});
