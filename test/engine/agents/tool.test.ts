import { type INodeParameters, sleep } from 'n8n-workflow';
import { z } from 'zod/v3';
import { SIMPLE_FIELDS } from '../../../nodes/Clip/get/rules/compact';
import { useBench, YOUTUBE } from '../bench/support';

describe('As a tool of an AI agent', () => {
	const bench = useBench();
	const call = async (parameters: INodeParameters) => await bench.clip(parameters, { type: 'clipTool' });

	it('Create gives the ready project with its best clips in short', async () => {
		const { items, error } = await call({ operation: 'create', videoUrl: YOUTUBE, waitForClips: true });
		expect(error).toBeUndefined();
		const { clips, ...project } = items[0]?.json ?? {};
		const projectId = bench.simulator().ledger[0]?.projectId;
		expect(project).toMatchObject({ projectId, status: 'ready', clipCount: expect.any(Number) });
		const best = { rank: 1, title: expect.any(String), videoUrl: expect.stringContaining('http') };
		expect(clips).toEqual(expect.arrayContaining([expect.objectContaining(best)]));
		const listed = z.array(z.object({}).passthrough()).parse(clips);
		for (const clip of listed) expect(Object.keys(clip)).toEqual(SIMPLE_FIELDS);
	});

	it('Create does not wait unless it is told to', async () => {
		const { items } = await call({ operation: 'create', videoUrl: YOUTUBE });
		expect(items[0]?.json).toMatchObject({ projectId: expect.any(String), status: 'processing' });
		expect(bench.questions()).toEqual([]);
	});

	it('Get tells the status of a project that is not ready, and does not wait unless it is told to', async () => {
		const projectId = await bench.project();
		const { items } = await call({ operation: 'get', projectId });
		expect(items.map(({ json }) => json)).toEqual([{ projectId, status: 'processing' }]);
		expect(bench.questions()).toHaveLength(1);
	});

	it('Get gives the clips without transcripts and empty fields', async () => {
		const projectId = await bench.project();
		const { items } = await call({ operation: 'get', projectId, options: { ifNotReady: 'wait' } });
		expect(items.length).toBeGreaterThan(3);
		for (const { json } of items) {
			expect(json).toMatchObject({ projectId, rank: expect.any(Number), title: expect.any(String) });
			expect(Object.keys(json)).toEqual(SIMPLE_FIELDS);
		}
	});

	it('Get gives the twenty best clips of a project with many, or as many as the user sets', async () => {
		const projectId = await bench.project();
		const videos = Array.from({ length: 60 }, (_, videoId) => ({ videoId, viralScore: `${videoId / 10}` }));
		const body = JSON.stringify({ code: 2000, projectId, videos });
		bench.fail({ on: 'query', times: 2, fault: { kind: 'body', body } });
		const few = await call({ operation: 'get', projectId });
		expect(few.items.map(({ json }) => json.rank)).toEqual(
			Array.from({ length: 20 }, (_, index) => index + 1),
		);
		const all = await call({ operation: 'get', projectId, filters: { limit: 50 } });
		expect(all.items).toHaveLength(50);
	});

	it('Create waits up to ten seconds for the limits of the service, and no longer: a model would not wait', async () => {
		const submit = async (name: string) =>
			await call({ operation: 'create', videoUrl: `https://youtu.be/${name}` });
		for (const name of ['a', 'b', 'c']) expect((await submit(name)).error).toBeUndefined();
		await sleep(45_000);
		expect((await submit('d')).outcome).toBe('rateLimited');
		expect(bench.paid()).toHaveLength(3);
		await sleep(6_000);
		expect((await submit('d')).error).toBeUndefined();
		expect(bench.paid()).toHaveLength(4);
	});

	it('an error says all in its message, which is the only part that an agent is told', async () => {
		const parameters = { operation: 'create', videoUrl: 'https://youtu.be/sim-too-short' };
		const { error } = await call(parameters);
		const usual = (await bench.clip(parameters)).error;
		for (const part of [usual?.message, usual?.description, 'code 4005']) {
			expect(error?.message).toContain(part);
		}
		expect(error?.message).not.toContain('..');
	});
});
