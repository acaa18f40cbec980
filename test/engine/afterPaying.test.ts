import { processedItems } from './harness';
import { create, goingOn, itemsOf, numbered, submitOnly, useBench, videos } from './support';

const NOT_SUBMITTED = 'did not submit: https://youtu.be/';

describe('An error after something was paid', () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());

	it('does not call a video unsent that is there a second time', async () => {
		const { error } = await bench.clip(submitOnly, { items: videos('a', 'sim-no-minutes', 'a') });
		expect(error?.description).not.toContain(NOT_SUBMITTED);
		expect(error?.description).toContain(bench.ids()[0]);
	});

	it('does not call a video unsent that an earlier round of a loop has sent, and names its project', async () => {
		const rounds = [videos('sim-no-minutes', 'b')];
		const { error } = await bench.clip(submitOnly, { items: videos('b'), rounds });
		expect(error?.description).not.toContain(NOT_SUBMITTED);
		expect(error?.description).toContain(bench.ids()[0]);
	});

	it('does not call a video unsent that the execution which is retried may have sent', async () => {
		await bench.clip(submitOnly, { items: videos('b') });
		const { error } = await bench.clip(submitOnly, { items: videos('sim-no-minutes', 'b'), mode: 'retry' });
		expect(error?.description).not.toContain(NOT_SUBMITTED);
		expect(error?.description).toContain('https://youtu.be/b (item 1)');
	});

	it.each([
		['a batch is too large', numbered(40), { options: { maxRateLimitWait: 5 } }],
		['a link is none', itemsOf({ videoUrl: 'nope' }), {}],
	])('names the projects of earlier rounds of a loop where %s', async (_, round, more) => {
		const { error } = await bench.clip({ ...submitOnly, ...more }, { items: videos('b'), rounds: [round] });
		expect(bench.ids()).toHaveLength(1);
		expect(error?.description).toContain(bench.ids()[0]);
		expect(error?.description).toContain('Do not submit their videos again.');
		expect(error?.description).not.toContain('This execution sent nothing');
	});

	it('names the projects of earlier rounds of a loop where a project fails while the execution is paused', async () => {
		const rounds = [videos('sim-clipping-fails')];
		const { error } = await bench.clip(create, { items: videos('b'), rounds });
		const [first = '', failed = ''] = bench.ids();
		expect(error?.description).toContain(`Project ID: ${failed}.`);
		expect(error?.description).toContain(`${first} (item 0 of run 0)`);
	});

	it('names the projects of the execution that is retried, after a parameter was changed for the worse', async () => {
		const first = await bench.clip(submitOnly, { items: videos('a', 'sim-no-minutes') });
		const bad = { ...submitOnly, additionalFields: { templateId: 'abc' } };
		const items = videos('a', 'b');
		const { error } = await bench.clip(bad, { items, mode: 'retry', remembers: first.run.data });
		expect(error?.description).toContain(bench.ids()[0]);
	});

	it("says that it is unknown where n8n's memory cannot be asked in a Retry", async () => {
		await bench.clip(submitOnly, { items: videos('a') });
		processedItems.trouble = new Error('SQLITE_BUSY');
		const { error } = await bench.clip(submitOnly, { items: videos('a'), mode: 'retry' });
		expect(error?.message).toContain('It is unknown whether the project was created');
		expect(error?.description).not.toContain('othing was charged');
		expect(bench.ids()).toHaveLength(1);
	});

	it.each([
		['preferLength', { preferLength: '={{ $json.p }}' }, { p: [1, 2] }, { p: [2, 1] }],
		[
			'customFields',
			{ additionalFields: { customFields: '={{ $json.p }}' } },
			{ p: { a: 1, b: 2 } },
			{ p: { b: 2, a: 1 } },
		],
	])('is not needed for the same settings in another order: %s', async (_, more, one, other) => {
		const videoUrl = 'https://youtu.be/a';
		const items = itemsOf({ videoUrl, ...one }, { videoUrl, ...other });
		await bench.clip({ ...submitOnly, ...more }, { items });
		expect(bench.ids()).toHaveLength(1);
	});

	it.each([
		'{"code":2000,"data":{"projectId":"P7788990011"}}',
		'{"code":2000,"projectId":"P7788990011"}<!-- gw -->',
	])('shows the answer that could not be read in the error item, too: %s', async (body) => {
		bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'body', body } });
		const { items } = await bench.clip(submitOnly, { items: videos('a'), ...goingOn });
		expect(items[0]?.json.details).toMatchObject({ evidence: expect.stringContaining('P7788990011') });
	});
});
