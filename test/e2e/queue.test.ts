import { chainCases } from './cases/durableChains';
import { outcomeCases } from './cases/durableOutcomes';
import { clusterCases } from './cases/queueCluster';
import { crowdCases } from './cases/queueCrowd';
import { queueKilledCases } from './cases/queueKilled';
import { QueueBed } from './queueBed';
import { sideBySide } from './sideBySide';

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
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	describe('with its processes', () => clusterCases(bed));

	describe('with one worker for a crowd that waits', () => {
		beforeAll(async () => {
			await bed.cluster.workers[0]?.stop();
		});
		afterAll(async () => await bed.cluster.workers[0]?.restart());
		crowdCases(bed);
		// Beside the crowd: they begin before its first case does.
		sideBySide({ ...chainCases(bed), ...outcomeCases(bed) });
	});

	describe('losing processes', () => queueKilledCases(bed));
});
