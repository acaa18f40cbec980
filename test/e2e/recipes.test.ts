import { podcastCases } from './cases/recipePodcast';
import { ReviewBed } from './reviewBed';

describe('on a real n8n', () => {
	const bed = new ReviewBed();
	beforeAll(async () => await bed.open());
	afterAll(async () => await bed.close());

	describe('Podcast to Approved Shorts', () => podcastCases(bed));
});
