import { logFileOf } from '../host/paths';
import { Bed } from './bed';
import { killedCases } from './cases/killed';

describe('a real n8n that is killed', () => {
	const bed = new Bed({ logFile: logFileOf('n8n-killed') });
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	const n8n = () => [
		{
			userFolder: bed.host.userFolder,
			kill: async () => await bed.host.n8n.kill(),
			restart: async () => await bed.host.restart(),
		},
	];
	killedCases(bed, { all: n8n, checking: async () => await Promise.resolve(n8n()) });
});
