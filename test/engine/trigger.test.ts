import type { INodeParameters } from 'n8n-workflow';
import { runNode } from './harness';
import { credentialFor, useBench } from './support';

describe('Clip Trigger, after a call was acknowledged', () => {
	const bench = useBench();
	const deliver = async (json: Record<string, string>, parameters: INodeParameters = {}) =>
		await runNode({
			type: 'clipTrigger',
			// Test runs do not use n8n's memory of duplicates, which lives in its server.
			mode: 'manual',
			parameters,
			items: [{ json }],
			credentials: credentialFor(bench.simulator()),
		});

	it('asks the service and emits one item for each clip, best first', async () => {
		const projectId = await bench.project();
		bench.simulator().finish(projectId);
		const { items, error } = await deliver({ projectId });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.rank)).toEqual(items.map((_, index) => index + 1));
		expect(items.every(({ json }) => json.projectId === projectId)).toBe(true);
	});

	it('keeps asking while the project is not ready or the service is down', async () => {
		const projectId = await bench.project();
		bench.simulator().faults.add({ on: 'query', times: 3, fault: { kind: 'status', status: 503 } });
		const { items, error } = await deliver({ projectId });
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(1);
	});

	it('fails visibly with the project ID when the service stays down', async () => {
		const projectId = await bench.project();
		bench.simulator().faults.add({ on: 'query', times: 1000, fault: { kind: 'status', status: 503 } });
		const { error } = await deliver({ projectId });
		expect(error?.message).toContain(`project ${projectId}`);
		expect(error?.description).toContain("use 'Wait' or 'Get'");
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

	it('emits no failed project for one that the service does not know', async () => {
		const { items } = await deliver({ projectId: '99999999' }, { options: { alsoStartOnFailure: true } });
		expect(items).toEqual([]);
	});

	it('takes a failure from the body, when verifying is off', async () => {
		const body = '{"code":4002,"projectId":9007199254740993,"errMsg":"clipping failed"}';
		const parameters = { verify: false, options: { alsoStartOnFailure: true } };
		const { items } = await deliver({ projectId: '9007199254740993', body }, parameters);
		expect(items[0]?.json).toMatchObject({ projectId: '9007199254740993', status: 'failed', code: '4002' });
		expect(bench.simulator().requests).toEqual([]);
	});

	it('emits nothing for a project that the service does not know', async () => {
		const { items, error } = await deliver({ projectId: '99999999' });
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	it('fails visibly when the key is not accepted', async () => {
		const projectId = await bench.project();
		bench.simulator().configure({ authStyle: 'http' });
		const { error } = await runNode({
			type: 'clipTrigger',
			mode: 'manual',
			parameters: {},
			items: [{ json: { projectId } }],
			credentials: { ...credentialFor(bench.simulator()), apiKey: 'another' },
		});
		expect(error?.message).toContain('did not accept the API key');
	});

	it('fails visibly when it was not the service that answered', async () => {
		const projectId = await bench.project();
		const page = { kind: 'status', status: 404, body: '<html>not found</html>' } as const;
		bench.simulator().faults.add({ on: 'query', times: 100, fault: page });
		const { error } = await deliver({ projectId });
		expect(error?.description).toContain(`project ID ${projectId}`);
	});

	it('says in a hint why a call yields nothing', async () => {
		const { hints } = await deliver({ projectId: '99999999' });
		expect(hints[0]).toContain('A call came in for which the service has no clips.');
		expect(hints[0]).toContain('project ID 99999999');
	});

	it('gives an error item instead of the raw call when the node continues on fail', async () => {
		const projectId = await bench.project();
		bench
			.simulator()
			.faults.add({ on: 'query', times: 1000, fault: { kind: 'code', code: 4001, errMsg: '' } });
		const { items, errorItems } = await runNode({
			type: 'clipTrigger',
			mode: 'manual',
			parameters: {},
			items: [{ json: { projectId } }],
			credentials: credentialFor(bench.simulator()),
			settings: { onError: 'continueErrorOutput' },
		});
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
