import { killedRecipeCases } from './cases/recipeKilled';
import { podcastCases } from './cases/recipePodcast';
import { repairCases } from './cases/recipeRepairs';
import { troubleCases } from './cases/recipeTroubles';
import { Podcast } from './podcast';
import { ReviewBed } from './reviewBed';

// One week of the recipe, each case after the one before it. The kill of n8n comes last.
describe('Podcast to Approved Shorts on a real n8n:', () => {
	const bed = new ReviewBed();
	const podcast = new Podcast(bed);
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	podcastCases(podcast);
	troubleCases(podcast);
	describe('by itself', () => repairCases(podcast));
	describe('after a kill of n8n', () => killedRecipeCases(podcast));
});
