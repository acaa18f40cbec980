import { chain, ended, expectClips, type PausedRun, startPaused } from '../n8n/cases/durableRuns';
import { expectNothingLost, killAndRestart, killedCases } from '../n8n/cases/killed';
import { pressedByHand, pressedCases, pressedOften } from '../n8n/cases/pressed';
import { ownAgentCases } from '../n8n/cases/toolOwnAgents';
import { agentCases } from '../n8n/cases/tools';
import { waysCases } from '../n8n/cases/ways';
import { QueueBed } from '../../tools/beds/queueBed';
import { until } from '../../tools/host';

describe('an n8n in queue mode', () => {
	const bed = new QueueBed({
		logName: 'n8n-proof-queue',
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

	describe('that is killed', () => killedCases(bed, () => bed.cluster.members));
	describe('the same video', () => {
		const kill = async () => await killAndRestart(bed.cluster.members);
		pressedByHand(bed, kill);
		pressedCases(bed);
		pressedOften(bed);
		describe('submitted again', () => waysCases(bed, kill));
	});

	describe('an AI Agent', () => agentCases(bed));
	describe("n8n's own Agents", () => ownAgentCases(bed));

	/** An execution in the middle of its status check. */
	const checking = async (mark: string): Promise<PausedRun> => {
		const match = { videoUrlIncludes: `/${mark}-0/` };
		// What earlier tests have left would be waited for, too.
		bed.simulator.faults.clear();
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
