import { z } from 'zod/v3';
import { credentialFor, goingOn, itemsOf, submitOnly, useBench } from './support';

describe('Links as people have them', () => {
	const bench = useBench();
	const create = async (...videoUrls: Array<string | string[]>) =>
		await bench.clip(submitOnly, {
			items: itemsOf(...videoUrls.map((videoUrl) => ({ videoUrl }))),
			...goingOn,
		});

	it('are sent as they were entered, without what nobody sees around them and what a chat writes around them', async () => {
		const { items } = await create(
			'\u200bhttps://youtu.be/a?si=b\u2060\n',
			'<https://youtu.be/b|the talk>',
			'[The talk](https://youtu.be/c)',
			'https://h.example/my talk.mp4',
		);
		expect(items.map(({ json }) => json.status)).toEqual(Array(4).fill('processing'));
		expect(bench.bodies()).toMatchObject([
			{ videoUrl: 'https://youtu.be/a?si=b' },
			{ videoUrl: 'https://youtu.be/b' },
			{ videoUrl: 'https://youtu.be/c' },
			{ videoUrl: 'https://h.example/my%20talk.mp4' },
		]);
	});

	it('are refused before anything is sent where they are several, half a link, or lead to no video', async () => {
		const { items } = await create(
			'https://youtu.be/a, https://youtu.be/b',
			['https://youtu.be/a', 'https://youtu.be/b'],
			'https://youtu.be/a>',
			'https://h.example/x.mp4?Expires=1&amp;Signature=SECRET',
			'https://www.youtube.com/watch?v=undefined',
			'https://l.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2Fa&h=SECRET',
			'https://youtu.be/\u200ba',
			'\u200b',
		);
		expect(
			items.map(({ json }) =>
				z
					.string()
					.parse(json.error)
					.replace(/ \[item \d\]$/, ''),
			),
		).toEqual([
			expect.stringMatching(/^'Video URL' must be one link, but holds several: make one item of each/),
			expect.stringMatching(/^'Video URL' must be one link, but holds several: make one item of each/),
			expect.stringMatching(/^'Video URL' must be one link and nothing else, but holds >/),
			expect.stringMatching(/^'Video URL' must be a link, but holds &amp; as copied from HTML: write &/),
			expect.stringMatching(/^'Video URL' must lead to one video, but names none/),
			expect.stringMatching(/^'Video URL' is a link whose source cannot be detected/),
			expect.stringMatching(/^'Video URL' must be one link and nothing else, but holds \\u200b/),
			"'Video URL' is missing",
		]);
		expect(JSON.stringify(items)).not.toContain('SECRET');
		expect(bench.simulator().requests).toEqual([]);
	});

	it('to an address of an own network are sent where the service is in one, too', async () => {
		const { items } = await create('http://localhost:9000/talk.mp4');
		expect(items[0]?.json.status).toBe('processing');
		expect(bench.bodies()).toMatchObject([{ videoUrl: 'http://localhost:9000/talk.mp4', videoType: 1 }]);
	});

	it('to an address of an own network are refused where the service is outside, unless Video Type is chosen', async () => {
		const credentials = {
			...credentialFor(bench.simulator()),
			baseUrl: 'http://service.example.invalid/service',
		};
		const items = itemsOf({ videoUrl: 'http://localhost:9000/talk.mp4' });
		const refused = await bench.clip(submitOnly, { items, credentials });
		expect(refused.error?.message).toMatch(/^'Video URL' leads to localhost, an address of your own network/);
		expect(refused.error?.description).toContain('Nothing was sent');
		const additionalFields = { videoType: 1 };
		const sent = await bench.clip({ ...submitOnly, additionalFields }, { items, credentials });
		expect(sent.error?.message).toBe('The service could not be reached');
	});
});
