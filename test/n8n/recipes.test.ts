import { publishTableCases } from './cases/publishTable';
import { ownCallCases } from './cases/recipeCalls';
import { postCases } from './cases/recipePosts';
import { serviceCases } from './cases/recipeServices';
import { RecipeBed } from '../../tools/beds/recipeBed';

// One n8n for all: its start takes longer than most cases.
describe('on a real n8n', () => {
	const bed = new RecipeBed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	describe('a call that the package does not have:', () => ownCallCases(bed));
	describe('the recipe with several ends behind a trigger', () => postCases(bed));
	describe('a recipe with a publishing service:', () => serviceCases(bed));
	// One that gets the file, one that gets the link, one that takes it piece by piece: all others are in test/week.
	describe('a node that clips are handed to:', () =>
		publishTableCases(bed, ['Telegram, Message: Send Video', 'Blotato', 'Google Drive']));
});
