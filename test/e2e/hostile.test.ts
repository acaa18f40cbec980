import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { hostileTriggerCases } from './cases/triggerAll';
import { allMoments } from './cases/triggerKilled';

describe('a Clip Trigger on a real n8n', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-hostile') });
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	const members = () => [
		{
			userFolder: bed.host.userFolder,
			kill: () => bed.host.n8n.kill(),
			restart: () => bed.host.restart(),
		},
	];
	hostileTriggerCases(bed, {
		flood: 300,
		rounds: 5,
		repeatedAtMost: 0,
		kills: [{ what: 'n8n', moments: allMoments, members }],
	});
});
