import { ADVICE } from '../../../nodes/Clip/problems/advice';
import { z } from 'zod/v3';
import { processedItems } from '../bench/harness';
import { insideAgent } from '../bench/insideAgent';
import { credentialFor, useBench, YOUTUBE } from '../bench/support';

describe('A tool that runs inside its agent', () => {
	const bench = useBench();
	const create = (videoUrl: string) =>
		insideAgent({ operation: 'create', videoUrl }, credentialFor(bench.simulator()));

	it('tells the model its project, the same one when it calls again', async () => {
		const call = create(YOUTUBE);
		const project = [{ json: { projectId: expect.any(String), status: 'processing' } }];
		expect(await call()).toMatchObject({ items: project });
		expect(await call()).toMatchObject({ items: project });
		expect(bench.ids()).toHaveLength(1);
	});

	it('gives its project to both of two calls at the same time, and pays once', async () => {
		const call = create(YOUTUBE);
		const answers = await Promise.all([call(), call()]);
		const [projectId] = bench.ids();
		expect(answers).toMatchObject([1, 2].map(() => ({ items: [{ json: { projectId } }] })));
		expect(bench.ledger()).toHaveLength(1);
	});

	it('submits the video of each of two calls at the same time, whichever n8n knows the arguments of', async () => {
		const ask = insideAgent(
			{ operation: 'create', videoUrl: "={{ $fromAI('videoUrl', '', 'string') }}" },
			credentialFor(bench.simulator()),
			{ runIndexOf: () => 0 },
		);
		const [one, two] = ['https://youtu.be/one', 'https://youtu.be/two'];
		await Promise.all([ask({ videoUrl: one }), ask({ videoUrl: two })]);
		const sent = bench.bodies().map((body) => z.object({ videoUrl: z.string() }).parse(body).videoUrl);
		expect(sent.sort()).toEqual([one, two]);
	});

	it('tells the model in an item that a result is unknown: of an error it would not be told, and call again', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
		const call = create(YOUTUBE);
		const description: unknown = expect.stringContaining(ADVICE.caller.ifUnknown);
		const error = { details: { outcome: 'unknownWhetherCreated', description } };
		for (let calls = 0; calls < 2; calls += 1) {
			expect(await call()).toMatchObject({ items: [{ json: error }] });
		}
		expect(bench.ids()).toHaveLength(1);
	});

	it("tells it in an item, too, where n8n's memory cannot be asked in a Retry", async () => {
		const parameters = { operation: 'create', videoUrl: YOUTUBE };
		const call = insideAgent(parameters, credentialFor(bench.simulator()), { mode: 'retry' });
		processedItems.trouble = new Error('SQLITE_BUSY');
		expect(await call()).toMatchObject({
			items: [{ json: { details: { outcome: 'unknownWhetherCreated' } } }],
		});
		expect(bench.ledger()).toEqual([]);
	});

	it('ends with an error where nothing was charged', async () => {
		expect(await create('https://youtu.be/sim-too-short')()).toHaveProperty('error');
		expect(bench.ids()).toEqual([]);
	});
});
