import type { INodeParameters } from 'n8n-workflow';
import { useBench } from './support';

describe('Clip Trigger, after a call was acknowledged', () => {
	const bench = useBench();
	const deliver = async (call: Record<string, string>, parameters: INodeParameters = {}) =>
		await bench.trigger(call, { parameters });

	it('asks the service and emits one item for each clip, best first', async () => {
		const projectId = await bench.project();
		bench.simulator().finish(projectId);
		const { items, error } = await deliver({ projectId });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.rank)).toEqual(items.map((_, index) => index + 1));
		expect(items.every(({ json }) => json.projectId === projectId)).toBe(true);
	});

	it('emits a failed project only where that is wanted', async () => {
		const projectId = await bench.project({ videoUrl: 'https://youtu.be/sim-clipping-fails' });
		bench.simulator().finish(projectId);
		expect((await deliver({ projectId })).items).toEqual([]);
		const { items, hints } = await deliver({ projectId }, { options: { alsoStartOnFailure: true } });
		expect(items.map(({ json }) => json)).toEqual([
			{ projectId, status: 'failed', code: '4002', message: 'clipping failed' },
		]);
		expect(hints[0]).toContain('could not clip this video');
	});

	it('takes a switch from an expression that gives text', async () => {
		const projectId = await bench.project({ videoUrl: 'https://youtu.be/sim-clipping-fails' });
		bench.simulator().finish(projectId);
		const count = async (alsoStartOnFailure: string) =>
			(await deliver({ projectId }, { options: { alsoStartOnFailure: `={{ '${alsoStartOnFailure}' }}` } }))
				.items.length;
		expect([await count('true'), await count('false')]).toEqual([1, 0]);
	});

	it('takes a failure from the body, when verifying is off', async () => {
		const body = '{"code":4002,"projectId":9007199254740993,"errMsg":"clipping failed"}';
		const parameters = { verify: false, options: { alsoStartOnFailure: true } };
		const { items } = await deliver({ projectId: '9007199254740993', body }, parameters);
		expect(items[0]?.json).toMatchObject({ projectId: '9007199254740993', status: 'failed', code: '4002' });
		expect(bench.simulator().requests).toEqual([]);
	});

	it('fails visibly when it was not the service that answered', async () => {
		const projectId = await bench.project();
		const page = { kind: 'status', status: 404, body: '<html>not found</html>' } as const;
		bench.simulator().faults.add({ on: 'query', times: 100, fault: page });
		const { error } = await deliver({ projectId });
		expect(error?.description).toContain(`project ID ${projectId}`);
	});

	it('emits nothing for a project that the service does not know, and says so in a hint', async () => {
		const { items, error, hints } = await deliver({ projectId: '99999999' });
		expect([items, error]).toEqual([[], undefined]);
		expect(hints[0]).toContain('A call came in for which the service has no clips.');
		expect(hints[0]).toContain('project ID 99999999');
	});

	it('gives an error item instead of the raw call when the node continues on fail', async () => {
		const projectId = await bench.project();
		bench
			.simulator()
			.faults.add({ on: 'query', times: 1000, fault: { kind: 'code', code: 4001, errMsg: '' } });
		const { items, errorItems } = await bench.trigger(
			{ projectId },
			{ settings: { onError: 'continueErrorOutput' } },
		);
		expect(items).toEqual([]);
		const told = JSON.stringify(errorItems[0]?.json);
		for (const fact of [projectId, '4001']) expect(told).toContain(fact);
	});

	it('emits only the wanted clips', async () => {
		const projectId = await bench.project();
		bench.simulator().finish(projectId);
		const { items } = await deliver({ projectId }, { options: { limit: 2 } });
		expect(items.map(({ json }) => json.rank)).toEqual([1, 2]);
	});

	it('emits the project with its clips in a list, when asked to', async () => {
		const projectId = await bench.project();
		bench.simulator().finish(projectId);
		const { items } = await deliver({ projectId }, { options: { output: 'project' } });
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ projectId, status: 'ready' });
	});

	it('takes the clips from the body without asking, when verifying is off', async () => {
		const body =
			'{"code":2000,"projectId":9007199254740993,"videos":[{"videoId":1,"viralScore":"9"},{"videoId":2,"viralScore":"10"}]}';
		const { items } = await deliver({ projectId: '9007199254740993', body }, { verify: false });
		expect(items.map(({ json }) => [json.projectId, json.videoId])).toEqual([
			['9007199254740993', '2'],
			['9007199254740993', '1'],
		]);
		expect(bench.simulator().requests).toEqual([]);
	});
});
