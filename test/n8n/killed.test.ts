import { Bed } from '../../tools/beds/bed';
import { killedCases } from './cases/killed';

describe('a real n8n that is killed', () => {
	const bed = new Bed();
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	killedCases(bed, () => {
		const { host } = bed;
		return [{ kill: async () => await host.n8n.kill(), restart: async () => await host.restart() }];
	});
});
