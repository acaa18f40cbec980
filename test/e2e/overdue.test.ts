/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { accountFor, expose } from './cases/durableKills';

/** Longer than any of these executions is paused before its first status check, in milliseconds. */
const DOWN = 110_000;

const runs = 20;

describe('an n8n that was killed while executions were paused, and comes back when all of their status checks are overdue', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-overdue') });
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	it('gives all clips, and none of the executions ends as crashed, though the service answers slowly', async () => {
		const exposed = await expose(
			bed,
			Object.fromEntries(Array.from({ length: runs }, (_, index) => [`overdue-${index}`, ['good']])),
		);
		await bed.host.n8n.kill();
		// n8n waits ten seconds before it starts when it finds this, and does nothing else with it.
		rmSync(join(bed.host.userFolder, '.n8n', 'crash.journal'), { force: true });
		await pause(DOWN);
		// A check that asked at once would still run when the recovery of n8n marks as crashed what runs.
		bed.simulator.faults.add({ on: 'query', times: runs, fault: { kind: 'delay', seconds: 20 } });
		await bed.host.restart();
		expect(await accountFor(bed, exposed)).toEqual({ complete: runs, named: [], cutShort: 0 });
	});
});
