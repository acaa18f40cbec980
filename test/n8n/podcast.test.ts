import { podcastDays } from './cases/podcastDays';
import { podcastMoney } from './cases/podcastMoney';
import { podcastPeople } from './cases/podcastPeople';
import { podcastPosts } from './cases/podcastPosts';
import { Podcast } from './podcast';
import { PodcastBed } from './podcastBed';

// The first days of the recipe, each case after the one before it, and one case of each kind of what can go wrong. The rest is in test/week.
describe('Podcast to Approved Shorts on a real n8n:', () => {
	const bed = new PodcastBed();
	const podcast = new Podcast(bed);
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	podcastDays(podcast);
	describe('the way to clips', () => podcastMoney(podcast, ['whose answer is lost']));
	describe('the way to the platforms', () => podcastPosts(podcast, ['a kill in the middle of an upload,']));
	describe('people', () => podcastPeople(podcast, ['in the same second']));
});
