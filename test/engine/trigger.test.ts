import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useBench } from './support';

describe('Clip Trigger, after a call was acknowledged', () => {
	const bench = useBench();
	const deliver = async (call: IDataObject, parameters: INodeParameters = {}) =>
		await bench.trigger(call, { parameters });

	it('asks the service and emits one item for each clip, best first', async () => {
		const projectId = await bench.finished();
		const { items, error } = await deliver({ projectId });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.rank)).toEqual(items.map((_, index) => index + 1));
		expect(items.every(({ json }) => json.projectId === projectId)).toBe(true);
	});

	it('emits a failed project only where that is wanted', async () => {
		const projectId = await bench.finished({ videoUrl: 'https://youtu.be/sim-clipping-fails' });
		expect((await deliver({ projectId })).items).toEqual([]);
		const { items, hints } = await deliver({ projectId }, { event: 'readyOrFailed' });
		expect(items.map(({ json }) => json)).toEqual([
			{ projectId, status: 'failed', code: '4002', message: 'clipping failed' },
		]);
		expect(hints[0]).toContain('could not clip this video');
	});

	it('emits nothing for a project that the service does not know, and says so in a hint', async () => {
		const { items, error, hints } = await deliver({ projectId: '99999999' });
		expect([items, error]).toEqual([[], undefined]);
		expect(hints[0]).toContain('The trigger was called for a project without clips.');
		expect(hints[0]).toContain('Project ID: 99999999');
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
});
