import { podcastCases } from './cases/recipePodcast';
import { Podcast } from './podcast';
import { ReviewBed } from './reviewBed';

// The first days of the recipe, each case after the one before it. The rest of its week is in test/proof.
describe('Podcast to Approved Shorts on a real n8n:', () => {
	const bed = new ReviewBed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	podcastCases(new Podcast(bed));
});
