import { escapeHtml } from '../simulator/view';

/** A video in the feed of a channel. */
export interface FeedVideo {
	readonly title: string;
	readonly link: string;
	/** How long ago it was published, in days. */
	readonly daysAgo: number;
}

/** The videos of the feed where nobody chooses others, the newest first. The service refuses the second one, which is under a minute long. */
export const feedVideos: readonly FeedVideo[] = [
	{ title: 'A year on the farm', link: 'https://www.youtube.com/watch?v=farm-year-2', daysAgo: 1 },
	{
		title: 'Teaser: what comes next week',
		link: 'https://www.youtube.com/watch?v=teaser&sim-too-short',
		daysAgo: 2,
	},
	{
		title: 'Harbour interview & questions',
		link: 'https://www.youtube.com/watch?v=harbour-interview',
		daysAgo: 4,
	},
	{ title: 'The first episode', link: 'https://www.youtube.com/watch?v=first-episode', daysAgo: 30 },
];

/** Milliseconds. */
const day = 24 * 60 * 60 * 1000;

/** Videos as a feed of YouTube. */
export function feed(videos: readonly FeedVideo[]): string {
	const entries = videos.map(({ title, link, daysAgo }) => {
		const published = new Date(Date.now() - daysAgo * day).toISOString();
		return `<entry><id>${escapeHtml(link)}</id><title>${escapeHtml(title)}</title>
<link rel="alternate" href="${escapeHtml(link)}"/><published>${published}</published></entry>`;
	});
	return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>made-up</id><title>Videos to clip</title>
${entries.join('\n')}
</feed>
`;
}
