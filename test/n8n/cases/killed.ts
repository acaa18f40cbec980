import { z } from 'zod/v3';
import { itemsOf, until, webhookPath, type Execution } from '../../../tools/host';
import { clipTrigger, flow } from '../../../tools/beds/flows';
import type { Stage } from '../../../tools/beds/stage';
import {
	chain,
	clipCountOf,
	creating,
	ended,
	expectClips,
	nothingWaits,
	type PausedRun,
	projectOf,
	startInProduction,
	startPaused,
} from './durableRuns';

/** A process of n8n that dies and comes back. */
export interface Mortal {
	kill(): Promise<unknown>;
	restart(): Promise<void>;
}

/** Ends processes at once, as a power cut would. */
const kill = async (members: readonly Mortal[]) =>
	await Promise.all(members.map(async (member) => await member.kill()));

const restart = async (members: readonly Mortal[]) =>
	await Promise.all(members.map(async (member) => await member.restart()));

/** Ends processes at once, and starts them again. */
export async function killAndRestart(members: readonly Mortal[]): Promise<void> {
	await kill(members);
	await restart(members);
}

/** A kill meets three executions in each moment. */
const numbers = [0, 1, 2] as const;

const UNKNOWN = 'unknownWhetherCreated';

/**
 * What is being submitted: how many videos, to which of them there is no answer, whether the service has taken that one, and what a
 * Retry gives for each.
 */
const submissions = [
	{ videos: 1, unanswered: 0, taken: false, outcomes: [UNKNOWN] },
	{ videos: 3, unanswered: 1, taken: true, outcomes: ['a project', UNKNOWN, 'a project'] },
	{ videos: 1, unanswered: 0, taken: true, outcomes: [UNKNOWN] },
] as const;

const outcome = z.object({ outcome: z.string().optional() }).default({});

const labelsOf = (mark: string) => [`${mark}-0`, `${mark}-1`];

/** Starts three executions that wait for two videos each, which are never ready by themselves. */
const startThree = async (stage: Stage, mark: string, pollInterval: number): Promise<PausedRun[]> =>
	await Promise.all(
		numbers.map(async (number) => {
			const videos = ['sim-endless', 'sim-endless'];
			return await startPaused(stage, chain(`${mark}-${number}`, videos, { options: { pollInterval } }));
		}),
	);

/** Expects that an execution whose status check was killed ends: with the clips of its videos, or their projects are named. */
export async function expectNothingLost(stage: Stage, run: PausedRun, labels: string[]): Promise<void> {
	const execution = await ended(stage, run.id);
	await nothingWaits(stage, run.workflowId);
	if (execution.status === 'success') return await expectClips(stage, execution, labels);
	// Where n8n itself ends it, the note of the status check names them.
	const check = await stage.client.session.call({
		path: `/rest/executions/${run.check}`,
		read: z.object({ workflowData: z.unknown(), data: z.unknown() }),
	});
	const told = JSON.stringify([execution.error, execution.nodes, check]);
	for (const label of labels) expect(told).toContain(projectOf(stage, label));
}

/**
 * What holds after a kill that meets executions in all that takes time; a person presses Retry where n8n lets them.
 *
 * @param dying - what dies, and comes back
 */
export function killedCases(stage: Stage, dying: () => readonly Mortal[]): void {
	let submitting: string[];
	let checking: PausedRun[];
	let waiting: PausedRun[];
	let overdue: PausedRun[];
	const called: Array<{ id: string; projectId: string }> = [];

	/** Lets the service give no answer to a request. */
	const hold = (on: 'create' | 'query', match: object, phase: 'before' | 'after' = 'before') =>
		stage.simulator.faults.add({ on, match, phase, fault: { kind: 'hang' } });
	const allIsHeld = async () => await until(() => stage.simulator.faults.pending.length === 0);

	/** Starts executions that are between a POST and its answer. */
	const submit = async () => {
		const [parameters, settings] = [{ waitForClips: false }, { onError: 'continueRegularOutput' }];
		const ids = submissions.map(async ({ videos, unanswered, taken }, number) => {
			const mark = `killed-submitting-${number}`;
			hold('create', { videoUrlIncludes: `/${mark}-${unanswered}/` }, taken ? 'after' : 'before');
			const markers = Array.from({ length: videos }, () => 'good');
			return await startInProduction(stage, creating(mark, markers, parameters, settings));
		});
		return await Promise.all(ids);
	};

	/** Somebody calls a Clip Trigger, and the service does not tell it the project. */
	const callTrigger = async (mark: string) => {
		const projectId = await stage.submit(`https://www.youtube.com/watch?v=${mark}`);
		stage.simulator.finish(projectId);
		hold('query', { projectId });
		const trigger = clipTrigger(mark);
		const { id } = await stage.publish(flow(mark, [trigger]));
		expect(await stage.post(webhookPath(trigger), JSON.stringify({ projectId }))).toBe(200);
		await allIsHeld();
		return { id: (await stage.client.listExecutions(id))[0]?.id ?? '', projectId };
	};

	/** When status checks are due, epoch milliseconds. */
	const dueTimes = async (runs: readonly PausedRun[]) => {
		const checks = await Promise.all(runs.map(async ({ check }) => await stage.client.getExecution(check)));
		return checks.map(({ waitTill }) => Date.parse(waitTill ?? ''));
	};

	beforeAll(async () => {
		// Other cases may have left some.
		stage.simulator.faults.clear();
		for (const number of numbers) hold('query', { videoUrlIncludes: `/killed-checking-${number}-0/` });
		checking = await startThree(stage, 'killed-checking', 30);
		overdue = await startThree(stage, 'killed-overdue', 100);
		// Their checks come when n8n is up again.
		waiting = await startThree(stage, 'killed-paused', 150);
		await allIsHeld();

		submitting = await submit();
		await allIsHeld();
		for (const number of numbers) called.push(await callTrigger(`killed-called-${number}`));
		// Some may just look; each pauses again, since its project is never ready.
		let due: number[] = [];
		await until(async () => Math.min(...(due = await dueTimes(overdue))) > Date.now() + 1_000, 200);
		await kill(dying());
		await until(() => Date.now() > Math.max(...due), 500);
		// A check that asked at once would still run when the recovery of n8n marks as crashed what runs.
		stage.simulator.faults.add({
			on: 'query',
			times: numbers.length,
			match: { videoUrlIncludes: '/killed-overdue-' },
			fault: { kind: 'delay', seconds: 20 },
		});
		for (const mark of ['killed-checking', 'killed-paused', 'killed-overdue']) {
			for (const number of numbers) {
				for (const label of labelsOf(`${mark}-${number}`)) stage.simulator.finish(projectOf(stage, label));
			}
		}
		await restart(dying());
	});

	/** n8n's Retry of an execution that was running when n8n was killed. */
	const retry = async (id: string): Promise<Execution> => {
		expect(['crashed', 'error']).toContain((await ended(stage, id)).status);
		return await ended(stage, await stage.client.retryExecution(id));
	};

	it.each(numbers)('between a POST and its answer pays once, and a Retry not again (%i)', async (number) => {
		const { unanswered, taken, outcomes } = submissions[number];
		const items = itemsOf(await retry(submitting[number] ?? ''), 'Create');
		// How far the service is with a project by then depends on how long n8n took to start.
		const given = items.map(({ json }) => outcome.parse(json.details).outcome ?? 'a project');
		expect(given).toEqual(outcomes);
		expect(items.map(({ json }) => json.projectId !== undefined)).toEqual(
			outcomes.map((each) => each !== UNKNOWN),
		);
		const paid = outcomes.map((_, index) => {
			const all = stage.submissionsOf(`/killed-submitting-${number}-${index}/`);
			return all.filter(({ projectId }) => projectId !== null).length;
		});
		expect(paid).toEqual(outcomes.map((_, index) => (index === unanswered && !taken ? 0 : 1)));
	});

	it.each(numbers)(
		'after a call of the trigger was acknowledged asks again in a Retry (%i)',
		async (number) => {
			const { id = '', projectId = '' } = called[number] ?? {};
			const execution = await retry(id);
			expect(execution.status).toBe('success');
			expect(itemsOf(execution, 'Clip Trigger')).toHaveLength(await clipCountOf(stage, projectId));
		},
	);

	it('in the middle of a status check loses no project: all clips come, or an error names it', async () => {
		for (const [number, run] of checking.entries()) {
			await expectNothingLost(stage, run, labelsOf(`killed-checking-${number}`));
		}
	});

	it('while an execution is paused changes nothing', async () => {
		for (const [number, { id, workflowId }] of waiting.entries()) {
			await expectClips(stage, await ended(stage, id), labelsOf(`killed-paused-${number}`));
			await nothingWaits(stage, workflowId);
		}
	});

	it('and comes back when status checks are overdue gives all clips, though the service answers slowly', async () => {
		for (const [number, { id }] of overdue.entries()) {
			await expectClips(stage, await ended(stage, id), labelsOf(`killed-overdue-${number}`));
		}
	});
}
