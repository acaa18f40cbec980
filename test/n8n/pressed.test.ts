import { Bed } from '../../tools/beds/bed';
import { pressedByHand } from './cases/pressed';

describe('the same video on a real n8n', () => {
	const bed = new Bed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	pressedByHand(bed, async () => await bed.host.restart());
});
