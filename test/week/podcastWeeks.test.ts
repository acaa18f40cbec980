import { podcastWeeks } from '../n8n/cases/podcastWeeks';
import { harbour, Podcast } from '../n8n/podcast';
import { PodcastBed } from '../n8n/podcastBed';

describe('Podcast to Approved Shorts on a real n8n:', () => {
	const bed = new PodcastBed();
	const podcast = new Podcast(bed);
	beforeAll(async () => {
		await bed.open();
		await podcast.open();
		await podcast.addShow(harbour);
	});
	afterAll(async () => await bed.close());

	podcastWeeks(podcast);
});
