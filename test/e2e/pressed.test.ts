import { Bed } from './bed';
import { pressedCases } from './cases/pressed';

describe('the same video on a real n8n', () => {
	const bed = new Bed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	pressedCases(bed, async () => {
		await bed.host.restart();
	});
});
