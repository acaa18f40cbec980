import { like } from '../../rules/given/matchers';
import { goingOn, itemsOf, submitOnly, useBench } from '../bench/support';

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

	it('are refused before anything is sent where they are several, of no known kind, or have no video', async () => {
		const { items } = await create(
			'https://youtu.be/a, https://youtu.be/b',
			['https://youtu.be/a', 'https://youtu.be/b'],
			'https://h.example/x.mp4?Signature=SECRET please',
			'https://www.youtube.com/watch?v=undefined',
			'https://www.youtube.com/@harbour',
			'https://l.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2Fa&h=SECRET',
			'\u200b',
		);
		expect(items).toHaveLength(7);
		for (const { json } of items)
			expect(json).toMatchObject({ error: like(/^.{1,90}$/), details: { outcome: 'invalidParameter' } });
		expect(JSON.stringify(items)).not.toContain('SECRET');
		expect(bench.simulator().requests).toEqual([]);
	});

	it('without a video are sent where somebody has chosen Video Type', async () => {
		const videoUrl = 'https://www.youtube.com/playlist?list=PL1';
		await bench.clip({ ...submitOnly, videoUrl, additionalFields: { videoType: 2 } });
		expect(bench.bodies()).toMatchObject([{ videoUrl, videoType: 2 }]);
	});
});
