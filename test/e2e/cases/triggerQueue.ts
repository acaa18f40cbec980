/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { until, type Member } from '../../host';
import type { QueueBed } from '../queueBed';
import { hostileTriggerCases } from './triggerAll';
import { allMoments } from './triggerKilled';

/** A Clip Trigger on an n8n in queue mode, with a webhook process and several workers. */
export function queueTriggerCases(bed: QueueBed): void {
	/** The worker that runs an execution; only the log knows. */
	const workerOf = async (idOf: () => Promise<string>): Promise<Member[]> => {
		let found: Member[] = [];
		await until(async () => {
			const line = `Worker started execution ${await idOf()} `;
			found = bed.cluster.workers.filter(({ logFile }) => readFileSync(logFile, 'utf8').includes(line));
			return found.length > 0;
		});
		return found;
	};
	hostileTriggerCases(bed, {
		// Of 300, n8n refused some: its two connections to the database were busy for more than 20 s.
		flood: 60,
		rounds: 20,
		// n8n promises nothing here; this only tells when it gets much worse than it was measured.
		repeatedAtMost: 10,
		kills: [
			{ what: 'the worker, for good', moments: allMoments, forGood: true, givenUp: true, members: workerOf },
			{
				what: 'the webhook process',
				moments: ['with the acknowledgement'],
				members: () => (bed.cluster.webhook === undefined ? [] : [bed.cluster.webhook]),
			},
			{
				what: 'all of n8n',
				moments: ['while it asks the service', 'while it waits'],
				members: () => [...bed.cluster.members],
			},
		],
	});
}
