import { publishTableCases } from '../n8n/cases/publishTable';
import { RecipeBed } from '../../tools/beds/recipeBed';

describe('a node that clips are handed to:', () => {
	const bed = new RecipeBed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	publishTableCases(bed);
});
