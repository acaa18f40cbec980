import { queueTriggerCases } from './cases/triggerQueue';
import { QueueBed } from './queueBed';

describe('a Clip Trigger on an n8n in queue mode', () => {
	const bed = new QueueBed({
		// An execution that waits keeps its worker busy, and eight do so beside the other cases.
		workers: [{ concurrency: 10 }, { concurrency: 10 }],
		webhookProcess: true,
		logName: 'n8n-hostile-queue',
		env: {
			// A worker that is gone is noticed after seconds, not after a minute and a half.
			QUEUE_WORKER_LOCK_DURATION: '10000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
		},
	});
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	queueTriggerCases(bed);
});
