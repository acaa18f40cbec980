import { killedRecipeCases } from '../e2e/cases/recipeKilled';
import { podcastCases } from '../e2e/cases/recipePodcast';
import { repairCases } from '../e2e/cases/recipeRepairs';
import { troubleCases } from '../e2e/cases/recipeTroubles';
import { Podcast } from '../e2e/podcast';
import { ReviewBed } from '../e2e/reviewBed';

// One week of the recipe with all that can go wrong in it, each case after the one before it. The kill of n8n comes last.
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
