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

	const expectBeside = async ({ id, poller }: HelpedRun, projectIds: string[]): Promise<void> => {
		const beside = [...(await idsBeside(bed, id)), ...(await idsBeside(bed, poller))];
		expect([...new Set(beside)].sort()).toEqual(projectIds);
	};

	const idsOf = (mark: string, indices: number[]) =>
		indices.map((index) => projectOf(bed, `${mark}-${index}`)).sort();

	return {
		'a poller that is stopped while it submits ends the run with an error that names what there is':
			async () => {
				const mark = 'submitting-poller';
				const run = await startSubmitting(mark);
				await bed.client.stopExecution(run.poller);
				const execution = await ended(bed, run.id);
				await expectTidy(run, mark);
				expect(execution.error?.message).toContain('The waiting was stopped: project');
				for (const projectId of idsOf(mark, [0, 1, 2, 3])) expect(textOf(execution)).toContain(projectId);
				for (const index of [4, 5]) expect(textOf(execution)).toContain(`/${mark}-${index}/`);
				// What n8n repeats is the error.
				const again = await ended(bed, await bed.client.retryExecution(run.id));
				expect(again.error?.message).toBe(execution.error?.message);
				idsOf(mark, [0, 1, 2, 3, 4]);
			},

		'a keeper that is stopped while the poller submits leaves all projects beside run and poller':
			async () => {
				const mark = 'submitting-keeper';
				const run = await startSubmitting(mark);
				await bed.client.stopExecution(run.keeper);
				expect(textOf(await ended(bed, run.id))).toContain(cancelled);
				await expectTidy(run, mark);
				await expectBeside(run, idsOf(mark, [0, 1, 2, 3, 4]));
			},

		'a run that is stopped while its poller submits gets nothing submitted any more': async () => {
			const mark = 'submitting-run';
			const run = await startSubmitting(mark);
			await bed.client.stopExecution(run.id);
			await expectTidy(run, mark);
			expect((await bed.client.getExecution(run.id)).status).toBe('canceled');
			await expectBeside(run, idsOf(mark, [0, 1, 2, 3, 4]));
		},
	};
};
