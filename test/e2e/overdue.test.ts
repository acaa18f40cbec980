/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { chain, ended, expectClips } from './cases/durableRuns';
import { startPaused } from './cases/pausedRuns';
import { forgetCrash } from './mortal';

/** Longer than any of these executions is paused before its first status check, in milliseconds. */
const DOWN = 110_000;

const marks = [0, 1, 2, 3, 4].map((index) => `overdue-${index}`);

describe('an n8n that was killed while executions were paused, and comes back when all of their status checks are overdue', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-overdue') });
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	it('gives all clips, and none of the executions ends as crashed, though the service answers slowly', async () => {
		const runs = await Promise.all(marks.map(async (mark) => await startPaused(bed, chain(mark, ['good']))));
		await bed.host.n8n.kill();
		forgetCrash(bed.host);
		await pause(DOWN);
		// A check that asked at once would still run when the recovery of n8n marks as crashed what runs.
		bed.simulator.faults.add({ on: 'query', times: marks.length, fault: { kind: 'delay', seconds: 20 } });
		await bed.host.restart();
		for (const [index, { id }] of runs.entries()) {
			await expectClips(bed, await ended(bed, id), [`overdue-${index}-0`]);
		}
	});
});
