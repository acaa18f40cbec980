import { escapeHtml } from '../simulator/view';

/** A video in the feed. */
interface FeedVideo {
	readonly title: string;
	readonly link: string;
	/** As RSS writes dates. */
	readonly published: string;
}

/** The videos of the feed, the newest first. The service refuses the second one, which is under a minute long. */
export const feedVideos: readonly FeedVideo[] = [
	{
		title: 'A year on the farm',
		link: 'https://www.youtube.com/watch?v=farm-year-2',
		published: 'Fri, 20 Nov 2026 09:00:00 GMT',
	},
	{
		title: 'Teaser: what comes next week',
		link: 'https://www.youtube.com/watch?v=teaser&sim-too-short',
		published: 'Wed, 18 Nov 2026 09:00:00 GMT',
	},
	{
		title: 'Harbour interview & questions',
		link: 'https://www.youtube.com/watch?v=harbour-interview',
		published: 'Mon, 16 Nov 2026 09:00:00 GMT',
	},
	{
		title: 'The first episode',
		link: 'https://www.youtube.com/watch?v=first-episode',
		published: 'Mon, 09 Nov 2026 09:00:00 GMT',
	},
];

/** The videos as an RSS feed. */
export function feed(): string {
	const items = feedVideos.map(
		({ title, link, published }) =>
			`<item><title>${escapeHtml(title)}</title><link>${escapeHtml(link)}</link>` +
			`<guid>${escapeHtml(link)}</guid><pubDate>${published}</pubDate></item>`,
	);
	return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Videos to clip</title><link>https://videos.example.com/</link>
<description>Made up for the simulator.</description>
${items.join('\n')}
</channel></rss>
`;
}
