/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { until } from '../../host';
import type { Bed } from '../bed';
import type { Cases } from '../sideBySide';
import { creating, ended, projectOf } from './durableRuns';
import { type HelpedRun, idsBeside, nothingWaits, startParked } from './helperRuns';
import { cancelled, textOf } from './helperStops';

/** How many of a run's videos may go out within a minute: more than published, so that no limit of the hour holds. */
const perMinute = 4;

const videos = ['sim-endless', 'sim-endless', 'sim-endless', 'sim-endless', 'sim-endless', 'sim-endless'];

/** Stops executions of a run while its poller submits a video that was held back. */
export const submissionStopCases = (bed: Bed, logFile: string): Cases => {
	/** A run whose poller has just sent its fifth video; the service has it, and answers late. */
	const startSubmitting = async (mark: string): Promise<HelpedRun> => {
		bed.simulator.faults.add({
			on: 'create',
			match: { videoUrlIncludes: `${mark}-4/` },
			phase: 'after',
			fault: { kind: 'delay', seconds: 20 },
		});
		const options = { submissionOptions: { submissionsPerMinute: perMinute } };
		const run = await startParked(bed, creating(mark, videos, options), await bed.newAccount());
		await until(() => bed.submissionsOf(`/${mark}-4/`).length > 0);
		return run;
	};

	const log = () => readFileSync(logFile, 'utf8');

	/** What holds after each stop. */
	const expectTidy = async ({ workflowId }: HelpedRun, mark: string): Promise<void> => {
		const fifth = projectOf(bed, `${mark}-4`);
		// A Stop does not break off what is paid: its answer is waited for, and n8n's log has the ID.
		await until(() => log().includes(`Created project ${fifth}`), 500);
		await nothingWaits(bed, workflowId);
		expect(bed.submissionsOf(`/${mark}-5/`)).toEqual([]);
		for (const index of [0, 1, 2, 3, 4]) projectOf(bed, `${mark}-${index}`);
	};

	const report = async (mark: string, { id, keeper, poller }: HelpedRun): Promise<void> => {
		for (const each of [id, keeper, poller]) {
			const execution = await bed.client.getExecution(each);
			process.stdout.write(
				`${mark} ${each}: ${execution.status} ${textOf(execution)} beside: ${await idsBeside(bed, each)}\n`,
			);
		}
		const ids = [0, 1, 2, 3, 4].map((index) => bed.submissionsOf(`/${mark}-${index}/`)[0]?.projectId);
		process.stdout.write(`${mark}: ${ids.join(' ')}\n`);
	};

	return {
		'a poller that is stopped while it submits ends the run with an error that names all projects':
			async () => {
				const run = await startSubmitting('submitting-poller');
				await bed.client.stopExecution(run.poller);
				const execution = await ended(bed, run.id);
				await expectTidy(run, 'submitting-poller');
				await report('submitting-poller', run);
				expect(execution.error?.message).toContain('The waiting was stopped: project');
				for (const index of [0, 1, 2, 3]) {
					expect(textOf(execution)).toContain(projectOf(bed, `submitting-poller-${index}`));
				}
				const retry = await bed.client.retryExecution(run.id);
				const again = await ended(bed, retry, ['waiting', 'success', 'error', 'canceled', 'crashed']);
				process.stdout.write(`retry: ${again.status} ${textOf(again)}\n`);
				for (const index of [0, 1, 2, 3, 4]) projectOf(bed, `submitting-poller-${index}`);
				if (again.status === 'waiting') await bed.client.stopExecution(retry);
			},

		'a keeper that is stopped while the poller submits leaves nothing behind': async () => {
			const run = await startSubmitting('submitting-keeper');
			await bed.client.stopExecution(run.keeper);
			expect(textOf(await ended(bed, run.id))).toContain(cancelled);
			await expectTidy(run, 'submitting-keeper');
			await report('submitting-keeper', run);
		},

		'a run that is stopped while its poller submits gets nothing submitted any more': async () => {
			const run = await startSubmitting('submitting-run');
			await bed.client.stopExecution(run.id);
			await expectTidy(run, 'submitting-run');
			await report('submitting-run', run);
			expect((await bed.client.getExecution(run.id)).status).toBe('canceled');
		},
	};
};
