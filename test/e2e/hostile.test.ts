import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { hostileTriggerCases } from './cases/triggerAll';
import { allMoments } from './cases/triggerKilled';

/** Where n8n must be installed first, this takes minutes. */
const openWithin = 20 * 60_000;

describe('a Clip Trigger on a real n8n', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-hostile') });
	beforeAll(async () => await bed.open({ processingSeconds: 12 }), openWithin);
	afterAll(async () => await bed.close(), 60_000);

	const members = () => [
		{
			userFolder: bed.host.userFolder,
			kill: () => bed.host.n8n.kill(),
			restart: () => bed.host.restart(),
		},
	];
	hostileTriggerCases(bed, {
		rounds: 5,
		repeatedAtMost: 0,
		kills: [{ what: 'n8n', moments: allMoments, members }],
		noticedWithin: 120_000,
		parkedKills: [{ what: 'n8n', members }],
	});
});
