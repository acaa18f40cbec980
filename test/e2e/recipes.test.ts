import { approvalCases } from './cases/recipeApproval';
import { chatCases } from './cases/recipeChat';
import { diskCases } from './cases/recipeDisk';
import { errorCases } from './cases/recipeErrors';
import { feedCases } from './cases/recipeFeed';
import { formCases } from './cases/recipeForm';
import { oneVideoCases, postCases } from './cases/recipePosts';
import { RecipeBed } from './recipeBed';

describe('the recipes, on a real n8n with real receivers', () => {
	const bed = new RecipeBed();
	const starts: Array<() => Promise<void>> = [];
	// Some of them pause for a minute, as users' runs do; the others are tried meanwhile.
	beforeAll(async () => {
		await bed.open();
		for (const start of starts) await start();
	});
	afterAll(async () => await bed.close());

	describe('an AI agent', () => chatCases(bed));
	describe('from the trigger to disk', () => diskCases(bed));
	describe('from the trigger to a platform', () => postCases(bed));
	describe('from the trigger to a person who approves', () => approvalCases(bed));
	describe('from a form to published clips', () => void starts.push(formCases(bed)));
	describe('from a feed to a plan, and from the plan to posts', () => void starts.push(feedCases(bed)));
	describe('from a failure to a report', () => void starts.push(errorCases(bed)));
	describe('from a link to a platform', () => oneVideoCases(bed));
});
