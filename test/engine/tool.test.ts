import type { INodeParameters } from 'n8n-workflow';
import { useBench, YOUTUBE } from './support';

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
		expect(JSON.stringify(items)).not.toContain('transcript');
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
			expect(Object.values(json)).not.toContain(null);
			expect(json).not.toHaveProperty('transcript');
		}
	});

	it('Get gives the twenty best clips of a project with many, or as many as the user sets', async () => {
		const projectId = await bench.project();
		const videos = Array.from({ length: 60 }, (_, videoId) => ({ videoId, viralScore: `${videoId / 10}` }));
		const body = JSON.stringify({ code: 2000, projectId, videos });
		bench.simulator().faults.add({ on: 'query', times: 2, fault: { kind: 'body', body } });
		const few = await call({ operation: 'get', projectId });
		expect(few.items.map(({ json }) => json.rank)).toEqual(
			Array.from({ length: 20 }, (_, index) => index + 1),
		);
		const all = await call({ operation: 'get', projectId, filters: { limit: 50 } });
		expect(all.items).toHaveLength(50);
	});

	it('an error says all in its message, which is the only part that an agent is told', async () => {
		const { error } = await call({ operation: 'create', videoUrl: 'https://youtu.be/sim-too-short' });
		expect(error?.message).toContain('The service cannot use this video');
		expect(error?.message).toContain('code 4005');
		expect(error?.message).toContain('No project was created and nothing was charged');
		expect(error?.message).not.toContain('..');
	});
});
