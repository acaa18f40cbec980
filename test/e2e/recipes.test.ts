import { chatCases } from './cases/recipeChat';
import { feedCases } from './cases/recipeFeed';
import { formCases } from './cases/recipeForm';
import { triggerRecipeCases } from './cases/recipeTrigger';
import { recipeTypeCases } from './cases/recipeTypes';
import { RecipeBed } from './recipeBed';

describe('the recipes, on a real n8n with real receivers', () => {
	const bed = new RecipeBed();
	const starts: Array<() => Promise<void>> = [];
	// Two of them park for a minute, as users' runs do; the others are tried meanwhile.
	beforeAll(async () => {
		await bed.open();
		for (const start of starts) await start();
	});
	afterAll(async () => await bed.close());

	describe('every example', () => recipeTypeCases(bed));
	describe('an AI agent', () => chatCases(bed));
	describe('from the trigger to disk', () => triggerRecipeCases(bed));
	describe('from a form to published clips', () => void starts.push(formCases(bed)));
	describe('from a feed to a publish plan', () => void starts.push(feedCases(bed)));
});
