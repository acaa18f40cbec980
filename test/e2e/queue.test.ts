import { chainCases } from './cases/durableChains';
import { outcomeCases } from './cases/durableOutcomes';
import { clusterCases } from './cases/queueCluster';
import { crowdCases } from './cases/queueCrowd';
import { queueKilledCases } from './cases/queueKilled';
import { QueueBed } from './queueBed';
import { sideBySide } from './sideBySide';

/** Where n8n and the servers must be installed first, this takes minutes. */
const openWithin = 20 * 60_000;

describe('an n8n in queue mode', () => {
	const bed = new QueueBed({
		workers: [{ concurrency: 1 }, { concurrency: 2 }],
		webhookProcess: true,
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
	beforeAll(async () => await bed.open({ processingSeconds: 12 }), openWithin);
	afterAll(async () => await bed.close(), 60_000);

	describe('with its processes', () => clusterCases(bed));

	describe('with one worker for a crowd that waits', () => {
		beforeAll(async () => {
			await bed.cluster.workers[0]?.stop();
		}, 60_000);
		afterAll(async () => await bed.cluster.workers[0]?.restart(), 60_000);
		crowdCases(bed);
		// Beside the crowd: they begin before its first case does.
		sideBySide({ ...chainCases(bed), ...outcomeCases(bed) }, 7 * 60_000);
	});

	describe('losing processes', () => queueKilledCases(bed));
});
