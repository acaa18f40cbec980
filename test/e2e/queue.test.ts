import { until } from '../host';
import { clipFileCases } from './cases/clipFiles';
import {
	chain,
	ended,
	expectClips,
	paused,
	type PausedRun,
	startInProduction,
	startPaused,
} from './cases/durableRuns';
import { expectNothingLost, killAndRestart, killedCases } from './cases/killed';
import { mcpCases } from './cases/toolMcp';
import { triggerCases } from './cases/trigger';
import { fields, flow, node } from './flows';
import { QueueBed } from './queueBed';

describe('an n8n in queue mode', () => {
	const bed = new QueueBed({
		logName: 'n8n-queue',
		env: {
			// A worker that is gone is noticed after seconds, not after a minute and a half.
			QUEUE_WORKER_LOCK_DURATION: '10000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
			// Executions that nobody knows of any more are looked for each minute, not every three hours.
			N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
		},
	});
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	describe('a Clip Trigger', () => triggerCases(bed));
	describe('a client of the MCP Server Trigger', () => mcpCases(bed));
	describe('where n8n keeps files in its database', () => clipFileCases(bed, /^database:/));

	it('keeps its workers free while executions wait, and gives each of them its clips', async () => {
		const marks = Array.from({ length: 12 }, (_, index) => `queued-${index}`);
		const ids = await Promise.all(
			marks.map(async (mark) => await startInProduction(bed, chain(mark, ['good', 'sim-slow']))),
		);
		for (const id of ids) await paused(bed, id);
		const start = node('Start', 'n8n-nodes-base.manualTrigger');
		const unrelated = await bed.run(flow('unrelated', [start, fields('Set', { a: '1' })]));
		expect(unrelated.status).toBe('success');
		for (const [index, id] of ids.entries()) {
			await expectClips(bed, await ended(bed, id), [`queued-${index}-0`, `queued-${index}-1`]);
		}
	});

	describe('that is killed', () => killedCases(bed, () => bed.cluster.members));

	/** An execution in the middle of its status check. */
	const checking = async (mark: string): Promise<PausedRun> => {
		const match = { videoUrlIncludes: `/${mark}-0/` };
		bed.simulator.faults.add({ on: 'query', match, fault: { kind: 'delay', seconds: 20 } });
		const run = await startPaused(bed, chain(mark, ['good']));
		await until(() => bed.simulator.faults.pending.length === 0);
		return run;
	};

	it('gives all clips though the main process dies while a status check runs', async () => {
		const run = await checking('main-killed');
		await killAndRestart([bed.cluster.main]);
		await expectClips(bed, await ended(bed, run.id), ['main-killed-0']);
	});

	it('loses no project though the workers die while a status check runs: all clips come, or an error names it', async () => {
		const run = await checking('workers-killed');
		await killAndRestart(bed.cluster.workers);
		await expectNothingLost(bed, run, ['workers-killed-0']);
	});
});
