import { podcastPeople } from '../n8n/cases/podcastPeople';
import { podcastPosts } from '../n8n/cases/podcastPosts';
import { usePodcast } from '../n8n/podcastCases';

// All that can go wrong between approved clips, platforms and people.
describe('Podcast to Approved Shorts on a real n8n:', () => {
	const podcast = usePodcast({ processingSeconds: 1e6 });

	describe('the way to the platforms', () => podcastPosts(podcast));
	describe('people', () => podcastPeople(podcast));
});
