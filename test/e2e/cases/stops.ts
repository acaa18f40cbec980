import { itemsOf, RestError, type Execution } from '../../host';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import { creating, ended, projectOf, questionsFor } from './durableRuns';
import { idsBeside, nothingWaits, type PausedRun, startPaused } from './pausedRuns';

/** What n8n says of what somebody has stopped. */
const cancelled = 'The execution was cancelled manually';

/** What a person reads in a run that ended badly. */
const textOf = ({ error }: Execution): string => `${error?.message ?? ''} ${error?.description ?? ''}`;

const two = ['sim-endless', 'sim-endless'];

/** Stops executions of a run while nothing but waiting goes on. */
export const stopCases = (stage: Stage): Cases => {
	const projectsOf = (mark: string) => [0, 1].map((index) => projectOf(stage, `${mark}-${index}`));

	/** What holds after each stop: all IDs beside the run, nothing paid twice, no status check is left behind. */
	const expectTidy = async ({ workflowId, id }: PausedRun, mark: string): Promise<void> => {
		await nothingWaits(stage, workflowId);
		expect((await idsBeside(stage, id)).sort()).toEqual(projectsOf(mark).sort());
	};

	/** The run, and what was stopped, say n8n's words; the note of the status check says the rest. */
	const expectCancelled = async ({ id, check }: PausedRun): Promise<void> => {
		const run = await ended(stage, id);
		expect([run.status, run.error?.message]).toEqual(['error', cancelled]);
		const { status, error } = await stage.client.getExecution(check);
		expect([status, error?.message, error?.description]).toEqual(['canceled', cancelled, undefined]);
	};

	return {
		'a status check that is stopped while it is paused ends the run, and the projects stand beside it':
			async () => {
				const run = await startPaused(stage, creating('check-asleep', two));
				await stage.client.stopExecution(run.check);
				await expectCancelled(run);
				await expectTidy(run, 'check-asleep');
				// Somebody may press Retry on it, too.
				await stage.client.retryExecution(run.check).then(
					async (id) => await ended(stage, id),
					(error: unknown) => expect(error).toBeInstanceOf(RestError),
				);
				await expectTidy(run, 'check-asleep');
				for (const projectId of projectsOf('check-asleep')) {
					expect(questionsFor(stage, projectId)).toEqual([]);
				}
			},

		'a run that is stopped while it waits stays as it is, and its status check ends when it looks next':
			async () => {
				const run = await startPaused(stage, creating('run-asleep', two));
				await stage.client.stopExecution(run.id);
				const stopped = await stage.client.getExecution(run.id);
				expect([stopped.status, stopped.error?.message]).toEqual(['canceled', cancelled]);
				await expectTidy(run, 'run-asleep');
				expect(await stage.client.getExecution(run.id)).toEqual(stopped);
				for (const projectId of projectsOf('run-asleep')) {
					expect(questionsFor(stage, projectId)).toEqual([]);
				}
				expect((await stage.client.getExecution(run.check)).status).toBe('success');
			},

		'a Retry after a stop submits nothing again': async () => {
			const [byCheck, byRun] = await Promise.all(
				['again-check', 'again-run'].map(async (mark) => await startPaused(stage, creating(mark, two))),
			);
			if (byCheck === undefined || byRun === undefined) throw new TypeError();
			await stage.client.stopExecution(byCheck.check);
			await stage.client.stopExecution(byRun.id);
			const retryOf = async (run: PausedRun): Promise<Execution> => {
				await ended(stage, run.id);
				await nothingWaits(stage, run.workflowId);
				return await ended(stage, await stage.client.retryExecution(run.id));
			};
			// n8n repeats the error of a paused run, and hands on what a stopped one would have waited for.
			expect(textOf(await retryOf(byCheck))).toContain(cancelled);
			const handedOn = await retryOf(byRun);
			expect(itemsOf(handedOn, 'Create').map(({ json }) => [json.projectId, json.status])).toEqual(
				projectsOf('again-run').map((projectId) => [projectId, 'processing']),
			);
			for (const mark of ['again-check', 'again-run']) projectsOf(mark);
		},

		'a run that somebody deletes takes its status check with it when that looks next': async () => {
			const run = await startPaused(stage, creating('deleted-run', two));
			await stage.client.deleteExecutions([run.id]);
			await nothingWaits(stage, run.workflowId);
			for (const projectId of projectsOf('deleted-run')) expect(questionsFor(stage, projectId)).toEqual([]);
		},
	};
};
