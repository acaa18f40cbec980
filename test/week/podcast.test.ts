import { podcastMoney } from '../n8n/cases/podcastMoney';
import { usePodcast } from '../n8n/podcastCases';

// All that can go wrong with the recipe, with two ledgers: what was paid, and what was posted.
describe('Podcast to Approved Shorts on a real n8n:', () => {
	const podcast = usePodcast({ processingSeconds: 1e6 });

	describe('the way to clips', () => podcastMoney(podcast));
});
