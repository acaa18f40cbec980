import { publishTableCases } from './cases/publishTable';
import { ownCallCases } from './cases/recipeCalls';
import { killedRecipeCases } from './cases/recipeKilled';
import { podcastCases } from './cases/recipePodcast';
import { serviceCases } from './cases/recipeServices';
import { troubleCases } from './cases/recipeTroubles';
import { Podcast } from './podcast';
import { ReviewBed } from './reviewBed';

// One n8n for all: its start takes longer than most cases. The kill of n8n comes last.
describe('on a real n8n', () => {
	const bed = new ReviewBed();
	const starts: Array<() => Promise<void>> = [];
	beforeAll(async () => {
		await bed.open();
		for (const start of starts) await start();
	});
	afterAll(async () => await bed.close());

	describe('a call that the package does not have:', () => ownCallCases(bed));
	describe('a recipe with a publishing service:', () => void starts.push(serviceCases(bed)));
	describe('a node that clips are handed to:', () => publishTableCases(bed));
	describe('Podcast to Approved Shorts:', () => {
		const podcast = new Podcast(bed);
		podcastCases(podcast);
		troubleCases(podcast);
		describe('after a kill of n8n', () => killedRecipeCases(podcast));
	});
});
