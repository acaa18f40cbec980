import { until } from '../host';
import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { chain, ended, expectClips } from './cases/durableRuns';
import { startPaused } from './cases/pausedRuns';
import { forgetCrash } from './mortal';

const marks = [0, 1, 2, 3, 4].map((index) => `overdue-${index}`);

describe('an n8n that was killed while executions were paused, and comes back when all of their status checks are overdue', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-overdue') });
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	it('gives all clips, and none of the executions ends as crashed, though the service answers slowly', async () => {
		const runs = await Promise.all(marks.map(async (mark) => await startPaused(bed, chain(mark, ['good']))));
		const checks = await Promise.all(runs.map(async ({ check }) => await bed.client.getExecution(check)));
		const due = Math.max(...checks.map(({ waitTill }) => Date.parse(waitTill ?? '')));
		expect(due).toBeGreaterThan(Date.now());
		await bed.host.n8n.kill();
		forgetCrash(bed.host);
		await until(() => Date.now() > due, 500);
		// A check that asked at once would still run when the recovery of n8n marks as crashed what runs.
		bed.simulator.faults.add({ on: 'query', times: marks.length, fault: { kind: 'delay', seconds: 20 } });
		await bed.host.restart();
		for (const [index, { id }] of runs.entries()) {
			await expectClips(bed, await ended(bed, id), [`overdue-${index}-0`]);
		}
	});
});
