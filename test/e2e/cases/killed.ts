import { itemsOf, until, webhookPath, type Execution } from '../../host';
import type { FaultInput } from '../../simulator';
import { clipTrigger, flow } from '../flows';
import { killAndRestart, type Mortal } from '../mortal';
import type { Stage } from '../stage';
import {
	asked,
	chain,
	creating,
	ended,
	expectClips,
	clipCountOf,
	projectOf,
	startInProduction,
} from './durableRuns';
import { idsBeside, type PausedRun, startPaused } from './pausedRuns';

const UNKNOWN = 'It is unknown whether the project was created';

/** Longer than a kill needs, and shorter than the nodes wait for an answer. */
const late: FaultInput['fault'] = { kind: 'delay', seconds: 50 };

const submitting = (mark: string, videos: number) =>
	creating(
		mark,
		Array.from({ length: videos }, () => 'good'),
		{ waitForClips: false },
		{ onError: 'continueRegularOutput' },
	);

/** What dies. */
export interface Dying {
	/** Everything that runs executions or starts them. */
	all: () => readonly Mortal[];
	/** What runs the status check of a paused execution at the moment. */
	checking: (run: PausedRun) => Promise<readonly Mortal[]>;
}

/**
 * An n8n that is killed twice: once while one execution is about to submit a video, one is in the middle of a batch, one is
 * started by the trigger, and one is paused; and more than a minute later in the middle of a status check. No execution is hit
 * twice within a minute, which is when n8n itself gives it up.
 */
export function killedCases(stage: Stage, { all, checking }: Dying): void {
	let [beforePost, midBatch, called, projectId] = ['', '', '', ''];
	let paused: PausedRun;

	const paidFor = (label: string) =>
		stage.submissionsOf(`/${label}/`).filter((submission) => submission.projectId !== null).length;
	const outcomesOf = (execution: Execution) =>
		itemsOf(execution, 'Create').map(({ json }) =>
			typeof json.error === 'string' ? json.error.split(' [')[0] : json.status,
		);
	/** n8n's Retry of an execution that was running when n8n was killed. */
	const retry = async (id: string): Promise<Execution> => {
		expect(['crashed', 'error']).toContain((await ended(stage, id)).status);
		return await ended(stage, await stage.client.retryExecution(id));
	};

	beforeAll(async () => {
		const { faults } = stage.simulator;
		// Other cases may have left some.
		faults.clear();
		paused = await startPaused(stage, chain('killed-paused', ['good', 'sim-slow']));
		projectId = await stage.submit('https://www.youtube.com/watch?v=killed-called');
		stage.simulator.finish(projectId);
		const of = (label: string) => ({ videoUrlIncludes: `/${label}/` });
		faults.add(
			{ on: 'create', phase: 'before', match: of('killed-before-0'), fault: late },
			{ on: 'create', phase: 'after', match: of('killed-batch-1'), fault: late },
			{ on: 'query', match: { projectId }, fault: late },
		);
		beforePost = await startInProduction(stage, submitting('killed-before', 1));
		midBatch = await startInProduction(stage, submitting('killed-batch', 3));
		const trigger = clipTrigger('killed-called');
		const { id } = await stage.publish(flow('killed-called', [trigger]));
		expect(await stage.post(webhookPath(trigger), JSON.stringify({ projectId }))).toBe(200);
		await until(() => faults.pending.length === 0);
		called = (await stage.client.listExecutions(id))[0]?.id ?? '';
		await killAndRestart(all());
	});

	it('before the service has taken a video has paid nothing, and a Retry says that it is unknown', async () => {
		expect(outcomesOf(await retry(beforePost))).toEqual([UNKNOWN]);
		expect(paidFor('killed-before-0')).toBe(0);
	});

	it('in mid-batch loses no video: a Retry sends what was never sent, and nothing twice', async () => {
		expect(outcomesOf(await retry(midBatch))).toEqual([UNKNOWN, UNKNOWN, 'processing']);
		expect([0, 1, 2].map((index) => paidFor(`killed-batch-${index}`))).toEqual([1, 1, 1]);
	});

	it('after a call of the trigger was acknowledged asks again in a Retry', async () => {
		const execution = await retry(called);
		expect(execution.status).toBe('success');
		const clips = itemsOf(execution, 'Clip Trigger');
		expect(clips).toHaveLength(await clipCountOf(stage, projectId));
	});

	it('in the middle of a status check loses no project: all clips come, or an error names it', async () => {
		const mark = 'killed-checking';
		const match = { videoUrlIncludes: `/${mark}-0/` };
		stage.simulator.faults.add({ on: 'query', match, fault: late });
		const run = await startPaused(stage, chain(mark, ['good', 'good']));
		await until(() => asked(stage, `${mark}-0`));
		await killAndRestart(await checking(run));
		const execution = await ended(stage, run.id);
		const labels = [`${mark}-0`, `${mark}-1`];
		expect(['success', 'error']).toContain(execution.status);
		if (execution.status === 'success') return await expectClips(stage, execution, labels);
		const told = JSON.stringify([execution.error, execution.nodes.Create, await idsBeside(stage, run.id)]);
		for (const label of labels) expect(told).toContain(projectOf(stage, label));
		return undefined;
	});

	it('while an execution is paused changes nothing', async () => {
		await expectClips(stage, await ended(stage, paused.id), ['killed-paused-0', 'killed-paused-1']);
	});
}
