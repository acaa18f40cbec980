/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { itemsOf, useBench } from './support';

const wait = { operation: 'wait', projectId: '={{ $json.projectId }}' };

describe('Wait', () => {
	const bench = useBench();

	it('returns one ready project for each item, in order', async () => {
		const items = itemsOf({ projectId: await bench.project() }, { projectId: await bench.project() });
		const result = await bench.clip(wait, { items });
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ json, pairedItem }) => [json.projectId, json.status, pairedItem])).toEqual(
			items.map(({ json }, item) => [json.projectId, 'ready', { item }]),
		);
	});

	it('asks once for a project that stands in several items', async () => {
		const projectId = await bench.finished();
		const { items } = await bench.clip(wait, { items: itemsOf({ projectId }, { projectId }) });
		expect(items).toHaveLength(2);
		expect(bench.questions()).toHaveLength(1);
	});

	it('stops within a second when the execution is stopped, and asks no more', async () => {
		const projectId = await bench.project();
		const asked = () => bench.questions().length;
		const began = Date.now();
		await bench.clip(wait, {
			items: itemsOf({ projectId }),
			onStart: (stop) => {
				setImmediate(function stopAfterFirstQuestion() {
					if (asked() === 0) setImmediate(stopAfterFirstQuestion);
					else stop();
				});
			},
		});
		expect(Date.now() - began).toBeLessThan(2_000);
		expect(asked()).toBe(1);
	});
});
