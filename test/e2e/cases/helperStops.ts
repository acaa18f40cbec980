import { itemsOf, until, type Execution } from '../../host';
import type { Cases } from '../sideBySide';
import type { Stage } from '../stage';
import { asked } from './durableKills';
import { chain, creating, ended, expectClips, projectOf, questionsFor } from './durableRuns';
import { type HelpedRun, helperOf, idsBeside, nothingWaits, startParked, unendedOf } from './helperRuns';

/** What n8n says of what somebody has stopped. */
export const cancelled = 'The execution was cancelled manually';

const goOn =
	"The service continues with the project, and nothing is lost. Use 'Wait' or 'Get' with this project ID. Do not submit the video again.";

/** What a person reads in a run that ended badly. */
export const textOf = ({ error }: Execution): string => `${error?.message ?? ''} ${error?.description ?? ''}`;

const two = ['sim-endless', 'sim-endless'];

/** Stops executions of a run while nothing but waiting goes on. */
export const helperStopCases = (stage: Stage): Cases => {
	const projectsOf = (mark: string) => [0, 1].map((index) => projectOf(stage, `${mark}-${index}`));

	/** What holds after each stop: all IDs beside the run, nothing paid twice, no helper is left behind. */
	const expectTidy = async ({ workflowId, id }: HelpedRun, mark: string): Promise<void> => {
		await nothingWaits(stage, workflowId);
		expect((await idsBeside(stage, id)).sort()).toEqual(projectsOf(mark).sort());
	};

	/** The error of a run whose poller was stopped. */
	const expectStopped = (execution: Execution, mark: string): void => {
		const [first = '', second = ''] = projectsOf(mark);
		expect(execution.status).toBe('error');
		expect(execution.error).toMatchObject({
			node: 'Create',
			message: `The waiting was stopped: project ${first} [item 0]`,
		});
		expect(execution.error?.description).toContain(goOn);
		expect(execution.error?.description).toContain(`Other projects of this execution: ${second} (item 1)`);
	};

	/** What the helper shows to whoever has stopped it: n8n's words; the note says the rest. */
	const expectCancelled = async (id: string): Promise<void> => {
		const { status, error } = await stage.client.getExecution(id);
		expect([status, error?.message, error?.description]).toEqual(['canceled', cancelled, undefined]);
	};

	/** A run whose poller waits for an answer that does not come. */
	const startAsking = async (mark: string): Promise<HelpedRun> => {
		const fault = { kind: 'hang' } as const;
		stage.simulator.faults.add({ on: 'query', match: { videoUrlIncludes: `${mark}-0/` }, fault });
		const run = await startParked(stage, creating(mark, two));
		await until(() => asked(stage, `${mark}-0`, 'got'));
		return run;
	};

	return {
		'a poller that is stopped while it sleeps ends the run with an error that names all projects':
			async () => {
				const run = await startParked(stage, creating('poller-asleep', two));
				await stage.client.stopExecution(run.poller);
				expectStopped(await ended(stage, run.id), 'poller-asleep');
				await expectCancelled(run.poller);
				await expectTidy(run, 'poller-asleep');
			},

		'a poller that is stopped in the middle of a question ends the run in the same way': async () => {
			const run = await startAsking('poller-asking');
			await stage.client.stopExecution(run.poller);
			expectStopped(await ended(stage, run.id), 'poller-asking');
			await expectCancelled(run.poller);
			await expectTidy(run, 'poller-asking');
		},

		'a poller that is stopped gives each item its own error where the node continues': async () => {
			const settings = { onError: 'continueRegularOutput' };
			const run = await startParked(stage, creating('poller-continues', two, {}, settings));
			await stage.client.stopExecution(run.poller);
			const execution = await ended(stage, run.id);
			expect(execution.status).toBe('success');
			expect(itemsOf(execution, 'Create')).toMatchObject(
				projectsOf('poller-continues').map((projectId, item) => ({
					json: {
						error: `The waiting was stopped: project ${projectId} [item ${item}]`,
						details: { projectId, outcome: 'stopped' },
					},
					pairedItem: { item },
				})),
			);
			await expectTidy(run, 'poller-continues');
		},

		'a keeper that is stopped ends the run with the words of n8n, and its poller soon after': async () => {
			const run = await startParked(stage, creating('keeper-asleep', two));
			await stage.client.stopExecution(run.keeper);
			const execution = await ended(stage, run.id);
			expect(execution.status).toBe('error');
			expect(execution.error?.message).toBe(cancelled);
			await expectCancelled(run.keeper);
			await expectTidy(run, 'keeper-asleep');
			expect((await stage.client.getExecution(run.poller)).status).toBe('success');
		},

		'a keeper that is stopped in the middle of a question leaves nothing behind': async () => {
			const run = await startAsking('keeper-asking');
			await stage.client.stopExecution(run.keeper);
			expect(textOf(await ended(stage, run.id))).toContain(cancelled);
			await expectTidy(run, 'keeper-asking');
		},

		'a run that is stopped while it waits stays as it is, and its helpers end at their next round':
			async () => {
				const run = await startParked(stage, creating('run-asleep', two));
				await stage.client.stopExecution(run.id);
				const stopped = await stage.client.getExecution(run.id);
				expect([stopped.status, stopped.error?.message]).toEqual(['canceled', cancelled]);
				await expectTidy(run, 'run-asleep');
				expect(await stage.client.getExecution(run.id)).toEqual(stopped);
				for (const projectId of projectsOf('run-asleep')) {
					expect(questionsFor(stage, projectId)).toEqual([]);
				}
				for (const helper of [run.keeper, run.poller]) {
					expect((await stage.client.getExecution(helper)).status).toBe('success');
				}
			},

		'a run that is stopped in the middle of a question stays as it is, and its helpers end': async () => {
			const run = await startAsking('run-asking');
			await stage.client.stopExecution(run.id);
			const stopped = await stage.client.getExecution(run.id);
			await expectTidy(run, 'run-asking');
			expect(await stage.client.getExecution(run.id)).toEqual(stopped);
		},

		'a waiting run has three entries, and none of a finished one waits': async () => {
			const run = await startParked(stage, chain('finished', ['good', 'sim-slow']));
			let most = 0;
			await until(async () => {
				const left = await unendedOf(stage, run.workflowId);
				most = Math.max(most, Object.keys(left).length);
				return !(run.id in left);
			}, 1_000);
			expect(most).toBe(3);
			await nothingWaits(stage, run.workflowId);
			expect(await stage.client.listExecutions(run.workflowId)).toHaveLength(3);
			await expectClips(stage, await stage.client.getExecution(run.id), ['finished-0', 'finished-1']);
		},

		'none of a failed run waits': async () => {
			const run = await startParked(stage, creating('failed', ['sim-clipping-fails', 'sim-endless']));
			const [failed = '', other = ''] = projectsOf('failed');
			const execution = await ended(stage, run.id);
			expect(textOf(execution)).toContain(failed);
			expect(textOf(execution)).toContain(other);
			await expectTidy(run, 'failed');
		},

		'a Retry after a stop submits nothing again': async () => {
			const [byPoller, byKeeper, byRun] = await Promise.all(
				['again-poller', 'again-keeper', 'again-run'].map(
					async (mark) => await startParked(stage, creating(mark, two)),
				),
			);
			if (byPoller === undefined || byKeeper === undefined || byRun === undefined) throw new TypeError();
			await stage.client.stopExecution(byPoller.poller);
			await stage.client.stopExecution(byKeeper.keeper);
			await stage.client.stopExecution(byRun.id);
			const retryOf = async (run: HelpedRun): Promise<Execution> => {
				await ended(stage, run.id);
				await nothingWaits(stage, run.workflowId);
				return await ended(stage, await stage.client.retryExecution(run.id));
			};
			// n8n repeats the error of a paused run, and hands on what a stopped one would have waited for.
			expectStopped(await retryOf(byPoller), 'again-poller');
			expect(textOf(await retryOf(byKeeper))).toContain(cancelled);
			const handedOn = await retryOf(byRun);
			expect(itemsOf(handedOn, 'Create').map(({ json }) => [json.projectId, json.status])).toEqual(
				projectsOf('again-run').map((projectId) => [projectId, 'processing']),
			);
			for (const mark of ['again-poller', 'again-keeper', 'again-run']) projectsOf(mark);
		},

		'a run whose helpers somebody deletes waits until somebody stops it': async () => {
			const runs = await Promise.all(
				['deleted-poller', 'deleted-keeper', 'deleted-both'].map(
					async (mark) => await startParked(stage, creating(mark, two, { waitOptions: { maxWait: 0.1 } })),
				),
			);
			const [noPoller, noKeeper, neither] = runs;
			if (noPoller === undefined || noKeeper === undefined || neither === undefined) throw new TypeError();
			await stage.client.deleteExecutions([noPoller.poller]);
			await stage.client.deleteExecutions([noKeeper.keeper]);
			await stage.client.deleteExecutions([neither.poller, neither.keeper]);
			// The poller whose keeper is gone comes to its end all the same.
			await ended(stage, noKeeper.poller);
			const expectLeft = async (...wanted: string[][]): Promise<void> => {
				for (const [index, { workflowId }] of runs.entries()) {
					const left = await unendedOf(stage, workflowId);
					expect(Object.keys(left).sort()).toEqual(wanted[index]?.sort());
				}
			};
			await expectLeft([noPoller.id, noPoller.keeper], [noKeeper.id], [neither.id]);
			for (const { id } of runs) await stage.client.stopExecution(id);
			// Nobody is left who would end this keeper.
			await expectLeft([noPoller.keeper], [], []);
			await stage.client.stopExecution(noPoller.keeper);
			await expectLeft([], [], []);
		},

		'a run that somebody deletes takes its helpers with it at their next round': async () => {
			const run = await startParked(stage, creating('deleted-run', two));
			await stage.client.deleteExecutions([run.id]);
			await nothingWaits(stage, run.workflowId);
			for (const projectId of projectsOf('deleted-run')) expect(questionsFor(stage, projectId)).toEqual([]);
			const { nodes } = await stage.client.getExecution(run.poller);
			expect(JSON.stringify(nodes)).toContain(projectsOf('deleted-run')[0]);
			expect(await helperOf(stage, run.workflowId, 'poller')).toBe(run.poller);
		},
	};
};
