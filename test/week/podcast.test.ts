import { podcastMoney } from '../n8n/cases/podcastMoney';
import { harbour, Podcast } from '../n8n/podcast';
import { PodcastBed } from '../n8n/podcastBed';

// All that can go wrong with the recipe, with two ledgers: what was paid, and what was posted.
describe('Podcast to Approved Shorts on a real n8n:', () => {
	const bed = new PodcastBed();
	const podcast = new Podcast(bed);
	beforeAll(async () => {
		await bed.open();
		bed.simulator.configure({ processingSeconds: 1e6 });
		await podcast.open();
		await podcast.addShow(harbour);
	});
	afterAll(async () => await bed.close());

	describe('the way to clips', () => podcastMoney(podcast));
});
