import { podcastWeeks } from '../n8n/cases/podcastWeeks';
import { usePodcast } from '../n8n/podcastCases';

describe('Podcast to Approved Shorts on a real n8n:', () => podcastWeeks(usePodcast()));
