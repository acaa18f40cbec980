import { publishTableCases } from '../e2e/cases/publishTable';
import { RecipeBed } from '../e2e/recipeBed';

describe('a node that clips are handed to:', () => {
	const bed = new RecipeBed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	publishTableCases(bed);
});
