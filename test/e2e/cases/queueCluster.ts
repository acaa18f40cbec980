/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { fetchOnce, itemsOf, webhookPath, type Member } from '../../host';
import { clipTrigger, fields, flow, node } from '../flows';
import type { QueueBed } from '../queueBed';

/** What runs where. */
export function clusterCases(bed: QueueBed): void {
	/** The log tells which process ran an execution; nothing else does. */
	const ran = ({ logFile }: Member, id: string) =>
		readFileSync(logFile, 'utf8').includes(`Worker finished execution ${id} `);

	it('has the packed nodes in the main process', async () => {
		const types = await bed.client.nodeTypes();
		expect([...types.keys()]).toEqual(
			expect.arrayContaining(['n8n-nodes-video-clipping.clip', 'n8n-nodes-video-clipping.clipTrigger']),
		);
	});

	it('runs a manual execution on a worker', async () => {
		const execution = await bed.run(
			flow('By hand', [node('Start', 'n8n-nodes-base.manualTrigger'), fields('Set', { value: 'by hand' })]),
		);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Set').map(({ json }) => json)).toEqual([{ value: 'by hand' }]);
		expect(bed.cluster.workers.filter((worker) => ran(worker, execution.id))).toHaveLength(1);
	});

	it('answers the webhook of a published Clip Trigger by the webhook process alone, and runs it on a worker', async () => {
		const trigger = clipTrigger('queued');
		const saved = await bed.publish(
			flow('Clips are ready', [trigger, fields('Post', { title: '={{ $json.title }}' })]),
		);
		const path = webhookPath(trigger);
		const toMain = {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{"projectId":1}',
		};
		const refused = await fetchOnce(`${bed.cluster.main.process.url}${path}`, toMain);
		await refused.arrayBuffer();
		expect(refused.status).toBe(404);

		bed.simulator.configure({ webhookUrl: `${bed.cluster.webhookUrl}${path}` });
		bed.simulator.finish(await bed.submit('https://www.youtube.com/watch?v=queued'));
		bed.simulator.configure({ webhookUrl: null });
		const [execution] = await bed.client.waitForExecutionsOf(saved.id, 1);
		expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
		expect(execution === undefined ? [] : itemsOf(execution, 'Post').length).toBeGreaterThanOrEqual(4);
		expect(bed.cluster.workers.some((worker) => ran(worker, execution?.id ?? ''))).toBe(true);
	});
}
