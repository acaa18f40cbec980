import { podcastDays } from './cases/podcastDays';
import { Podcast } from './podcast';
import { PodcastBed } from './podcastBed';

// The first days of the recipe, each case after the one before it. All that can go wrong is in test/week.
describe('Podcast to Approved Shorts on a real n8n:', () => {
	const bed = new PodcastBed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	podcastDays(new Podcast(bed));
});
