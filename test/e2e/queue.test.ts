import { fetchOnce, until, webhookPath } from '../host';
import { clipFileCases } from './cases/download';
import { chain, ended, expectClips, paused, startInProduction } from './cases/durableRuns';
import { type Killed, killedCases, killN8n } from './cases/killed';
import { startPaused } from './cases/pausedRuns';
import { mcpCases } from './cases/toolMcp';
import { triggerCases } from './cases/trigger';
import { clipTrigger, fields, flow, node } from './flows';
import { QueueBed } from './queueBed';

describe('an n8n in queue mode', () => {
	const bed = new QueueBed({
		logName: 'n8n-queue',
		env: {
			// A worker that is gone is noticed after seconds, not after a minute and a half.
			QUEUE_WORKER_LOCK_DURATION: '10000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
			QUEUE_WORKER_STALLED_INTERVAL: '5000',
			// Executions that nobody knows of any more are looked for each minute, not every three hours.
			N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
		},
	});
	beforeAll(async () => await bed.open({ processingSeconds: 12 }));
	afterAll(async () => await bed.close());

	it('leaves production webhooks to the webhook process', async () => {
		const trigger = clipTrigger('to-main');
		await bed.publish(flow('To main', [trigger]));
		const to = `${bed.cluster.main.url}${webhookPath(trigger)}`;
		expect((await fetchOnce(to, { method: 'POST' })).status).toBe(404);
	});
	describe('a Clip Trigger', () => triggerCases(bed));
	describe('a client of the MCP Server Trigger', () => mcpCases(bed));
	describe('where n8n keeps files in its database', () => clipFileCases(bed, /^database:/));

	it('keeps its workers free while executions wait, and gives each of them its clips', async () => {
		const marks = Array.from({ length: 12 }, (_, index) => `queued-${index}`);
		const ids = await Promise.all(
			marks.map(async (mark) => await startInProduction(bed, chain(mark, ['good', 'sim-slow']))),
		);
		for (const id of ids) await paused(bed, id);
		const start = node('Start', 'n8n-nodes-base.manualTrigger');
		const unrelated = await bed.run(flow('unrelated', [start, fields('Set', { a: '1' })]));
		expect(unrelated.status).toBe('success');
		for (const [index, id] of ids.entries()) {
			await expectClips(bed, await ended(bed, id), [`queued-${index}-0`, `queued-${index}-1`]);
		}
	});

	describe('that is killed', () => {
		const killed: Killed[] = [];
		beforeAll(async () => {
			for (const number of [0, 1, 2]) {
				const { members, workers } = bed.cluster;
				// In the second kill, main goes on without its workers.
				killed.push(await killN8n(bed, number, number === 1 ? workers : members));
			}
		});
		killedCases(killed);
	});

	it('gives all clips though the main process dies while a status check runs', async () => {
		const match = { videoUrlIncludes: '/main-killed-0/' };
		bed.simulator.faults.add({ on: 'query', match, fault: { kind: 'delay', seconds: 20 } });
		const run = await startPaused(bed, chain('main-killed', ['good']));
		await until(() => bed.simulator.faults.pending.length === 0);
		await bed.cluster.main.kill();
		await bed.cluster.main.restart();
		await expectClips(bed, await ended(bed, run.id), ['main-killed-0']);
	});
});
