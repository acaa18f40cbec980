import { hintTexts } from '../../../nodes/Clip/problems/notices';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type NodeRun } from '../bench/harness';
import { useBench } from '../bench/support';
import { callWebhook } from '../bench/webhook';

/** Starts for failed projects, too. */
const withFailures: INodeParameters = { event: 'readyOrFailed' };

describe('An everyday call of the trigger', () => {
	const bench = useBench();
	const call = async (body: IDataObject, parameters: INodeParameters = {}) => {
		const headers = { 'content-type': 'application/json' };
		return await callWebhook({ parameters, body: JSON.stringify(body), headers });
	};
	const run = async (started: IDataObject, more: Partial<NodeRun> = {}) =>
		await bench.trigger(started, { mode: 'webhook', ...more });

	it('that comes again and again gives each clip once', async () => {
		const projectId = await bench.finished();
		expect((await run({ projectId })).items.length).toBeGreaterThan(1);
		for (const attempt of ['again', 'and again']) {
			const { items, error, hints } = await run({ projectId });
			expect([attempt, items, error]).toEqual([attempt, [], undefined]);
			expect(hints).toEqual([hintTexts.allDeliveredBefore(projectId)]);
		}
	});

	it('that somebody has forged brings the clips of the service, whatever it says of them', async () => {
		const projectId = await bench.finished();
		const forged = { videoId: 1, title: 'forged', videoUrl: 'https://evil.example/x.mp4', viralScore: '10' };
		const { refused, started } = await call({ code: 2000, projectId, videos: [forged] });
		expect(refused).toBeNull();
		const { items } = await run(started[0] ?? {});
		const real = await bench.clip({ operation: 'get', projectId });
		expect(items.map(({ json }) => json.videoId)).toEqual(real.items.map(({ json }) => json.videoId));
		expect(JSON.stringify([started, items])).not.toMatch(/forged|evil\.example/);
		expect(bench.questions().length).toBeGreaterThan(0);
	});

	it.each([{}, withFailures])(
		'for a project that nobody has submitted brings nothing: %j',
		async (parameters) => {
			const { started } = await call({ code: 4002, projectId: '99999999', errMsg: 'forged' }, parameters);
			for (const json of started) {
				const { items, error } = await run(json, { parameters });
				expect([items, error]).toEqual([[], undefined]);
			}
		},
	);

	it('of a failed project brings its failure where failures are wanted, once', async () => {
		const projectId = await bench.finished({ videoUrl: 'https://youtu.be/sim-clipping-fails' });
		expect((await run({ projectId })).items).toEqual([]);
		const { items } = await run({ projectId }, { parameters: withFailures });
		const message: unknown = expect.stringMatching(/./);
		expect(items.map(({ json }) => json)).toEqual([{ projectId, status: 'failed', code: '4002', message }]);
		expect((await run({ projectId }, { parameters: withFailures })).items).toEqual([]);
	});

	it('of a failed project brings its failure once, also where the service takes many spellings for it', async () => {
		bench.simulator().configure({ idReading: 'lenient' });
		const projectId = await bench.finished({ videoUrl: 'https://youtu.be/sim-clipping-fails' });
		const given = [];
		for (const spelling of [`0${projectId}`, projectId, `${projectId}abc`]) {
			given.push(...(await run({ projectId: spelling }, { parameters: withFailures })).items);
		}
		expect(given.map(({ json }) => json.projectId)).toEqual([projectId]);
	});

	it('starts it with all clips again where Ignore Duplicates is switched off', async () => {
		const projectId = await bench.finished();
		const more = { parameters: { options: { ignoreDuplicates: false } } };
		const { items } = await run({ projectId }, more);
		expect((await run({ projectId }, more)).items).toHaveLength(items.length);
	});
});
