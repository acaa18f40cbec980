import { RestError } from '../../../tools/host';
import type { Cases } from '../sideBySide';
import type { Stage } from '../../../tools/beds/stage';
import { creating, ended, nothingWaits, type PausedRun, projectOf, startPaused } from './durableRuns';

/** What n8n says of what somebody has stopped. */
const cancelled = 'The execution was cancelled manually';

/** Stops executions of a run while nothing but waiting goes on. */
export const stopCases = (stage: Stage): Cases => {
	const start = async (mark: string) =>
		await startPaused(stage, creating(mark, ['sim-endless', 'sim-endless']));
	const projectsOf = (mark: string) => [0, 1].map((index) => projectOf(stage, `${mark}-${index}`));

	/** Nothing is paid twice, no status check is left behind, and the service was not asked. */
	const expectTidy = async ({ workflowId }: PausedRun, mark: string): Promise<void> => {
		await nothingWaits(stage, workflowId);
		const asked = stage.simulator.requests.map(({ path }) => path.split('/').at(-1));
		for (const projectId of projectsOf(mark)) expect(asked).not.toContain(projectId);
	};

	return {
		'a status check that is stopped while it is paused ends the run': async () => {
			const run = await start('check-asleep');
			await stage.client.stopExecution(run.check);
			// Both say n8n's words; the note of the status check says the rest.
			const { status, error } = await ended(stage, run.id);
			expect([status, error?.message]).toEqual(['error', cancelled]);
			const check = await stage.client.getExecution(run.check);
			expect([check.status, check.error?.message]).toEqual(['canceled', cancelled]);
			// Somebody may press Retry on it, too.
			await stage.client.retryExecution(run.check).then(
				async (id) => await ended(stage, id),
				(refusal: unknown) => expect(refusal).toBeInstanceOf(RestError),
			);
			await expectTidy(run, 'check-asleep');
		},

		'a run that is stopped while it waits stays as it is, and its status check ends when it looks next':
			async () => {
				const run = await start('run-asleep');
				await stage.client.stopExecution(run.id);
				const stopped = await stage.client.getExecution(run.id);
				expect([stopped.status, stopped.error?.message]).toEqual(['canceled', cancelled]);
				await expectTidy(run, 'run-asleep');
				expect(await stage.client.getExecution(run.id)).toEqual(stopped);
				expect((await stage.client.getExecution(run.check)).status).toBe('success');
			},

		'a run that somebody deletes takes its status check with it when that looks next': async () => {
			const run = await start('deleted-run');
			await stage.client.deleteExecutions([run.id]);
			await expectTidy(run, 'deleted-run');
		},
	};
};
