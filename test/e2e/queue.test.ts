/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { fetchOnce, until, webhookPath, type Member } from '../host';
import { clipFileCases } from './cases/download';
import { chain, ended, expectClips, paused, startInProduction } from './cases/durableRuns';
import { killedCases } from './cases/killed';
import { type PausedRun, startPaused } from './cases/pausedRuns';
import { mcpCases } from './cases/toolMcp';
import { triggerCases } from './cases/trigger';
import { clipTrigger, fields, flow, node } from './flows';
import { QueueBed } from './queueBed';

describe('an n8n in queue mode', () => {
	const bed = new QueueBed({
		workers: [5, 5],
		webhookProcess: true,
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

	/** The worker that began last to run a status check; only the log knows. */
	const workerOf = ({ check }: PausedRun): Member[] => {
		// The time at the beginning of the line, where there is such a line.
		const lastOf = ({ logFile }: Member) =>
			readFileSync(logFile, 'utf8')
				.split('\n')
				.filter((text) => text.includes(`Worker started execution ${check} `))
				.at(-1) ?? '';
		return [...bed.cluster.workers].sort((a, b) => lastOf(b).localeCompare(lastOf(a))).slice(0, 1);
	};

	it('leaves production webhooks to the webhook process', async () => {
		const trigger = clipTrigger('to-main');
		await bed.publish(flow('To main', [trigger]));
		const to = `${bed.cluster.main.process.url}${webhookPath(trigger)}`;
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

	describe('that is killed', () =>
		killedCases(bed, {
			all: () => bed.cluster.members,
			checking: async (run) => await Promise.resolve(workerOf(run)),
		}));

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
