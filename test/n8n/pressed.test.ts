import { Bed } from '../../tools/beds/bed';
import { pressedByHand } from './cases/pressed';
import { upgradeCases } from './cases/upgrade';

describe('on a real n8n', () => {
	const bed = new Bed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	describe('the same video', () => pressedByHand(bed, async () => await bed.host.restart()));
	describe('an upgrade of the package', () => upgradeCases(bed));
});
