import { useBench } from './support';
import { create, videos } from './videos';

describe('A batch that a refusal ends while it is held back', () => {
	const bench = useBench();

	it('names the videos that were not submitted, since n8n only repeats the error of such a run', async () => {
		const { error } = await bench.clip(create, {
			items: videos('a', 'b', 'c', 'sim-no-minutes', 'rest-one', 'rest-two'),
		});
		expect(error?.message).toContain('not have enough processing minutes');
		for (const mark of ['rest-one', 'rest-two']) expect(error?.description).toContain(mark);
	});
});
