import { Bed } from '../../tools/beds/bed';
import { killedCases } from './cases/killed';

describe('a real n8n that is killed', () => {
	const bed = new Bed();
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	killedCases(bed, () => {
		const { userFolder, n8n } = bed.host;
		return [
			{
				userFolder,
				kill: async () => await n8n.kill(),
				restart: async () => await bed.host.restart(),
			},
		];
	});
});
