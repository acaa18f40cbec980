/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { itemsOf, until, webhookPath, type Execution } from '../../host';
import { clipTrigger, flow } from '../flows';
import type { Stage } from '../stage';
import {
	alsoByWebhook,
	chain,
	clipCountOf,
	creating,
	ended,
	expectClips,
	idsBeside,
	nothingWaits,
	type PausedRun,
	projectOf,
	startByWebhook,
	startPaused,
} from './durableRuns';

/** A process of n8n that dies and comes back. */
export interface Mortal {
	userFolder: string;
	kill(): Promise<unknown>;
	restart(): Promise<void>;
}

/** Ends processes at once, as a power cut would. */
async function kill(members: readonly Mortal[]): Promise<void> {
	await Promise.all(members.map(async (member) => await member.kill()));
	// When a killed n8n finds this, it waits ten seconds before it starts, and does nothing else with it.
	for (const { userFolder } of members) rmSync(join(userFolder, '.n8n', 'crash.journal'), { force: true });
}

const restart = async (members: readonly Mortal[]) =>
	await Promise.all(members.map(async (member) => await member.restart()));

/** Ends processes at once, and starts them again. */
export async function killAndRestart(members: readonly Mortal[]): Promise<void> {
	await kill(members);
	await restart(members);
}

/** Executions whose status checks come while n8n is down. */
const overdueMarks = ['killed-overdue-a', 'killed-overdue-b', 'killed-overdue-c'] as const;

const two = ['sim-endless', 'sim-endless'] as const;
const labelsOf = (mark: string) => two.map((_, index) => `${mark}-${index}`);

/** @param pollInterval - seconds until the first status check, or longer */
const endless = (mark: string, pollInterval = 30) => chain(mark, two, { options: { pollInterval } });

/** Expects that an execution whose status check was killed ends: with the clips of its videos, or their projects are named. */
export async function expectNothingLost(stage: Stage, run: PausedRun, labels: string[]): Promise<void> {
	const execution = await ended(stage, run.id);
	await nothingWaits(stage, run.workflowId);
	if (execution.status === 'success') return await expectClips(stage, execution, labels);
	const beside = await idsBeside(stage, run.id);
	const told = JSON.stringify([execution.error, execution.nodes.Create, beside]);
	for (const label of labels) expect(told).toContain(projectOf(stage, label));
}

/**
 * What holds after a kill that meets executions in all that takes time; a person presses Retry where n8n lets them.
 *
 * @param dying - what dies, and comes back
 */
export function killedCases(stage: Stage, dying: () => readonly Mortal[]): void {
	let submitting: string;
	let checking: PausedRun;
	let waiting: PausedRun;
	let overdue: PausedRun[];
	let called: { id: string; projectId: string };

	/** Lets the service give no answer to a request. */
	const hold = (on: 'create' | 'query', match: object, phase: 'before' | 'after' = 'before') =>
		stage.simulator.faults.add({ on, match, phase, fault: { kind: 'hang' } });
	const allIsHeld = async () => await until(() => stage.simulator.faults.pending.length === 0);

	/** Somebody calls a Clip Trigger, and the service does not tell it the project. */
	const callTrigger = async () => {
		const projectId = await stage.submit('https://www.youtube.com/watch?v=killed-called');
		stage.simulator.finish(projectId);
		hold('query', { projectId });
		const trigger = clipTrigger('killed-called');
		const { id } = await stage.publish(flow('killed-called', [trigger]));
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
		const [parameters, settings] = [{ waitForClips: false }, { onError: 'continueRegularOutput' }];
		const three = creating('killed-submitting', ['good', 'good', 'good'], parameters, settings);
		const submitter = await stage.publish(alsoByWebhook(three));
		hold('query', { videoUrlIncludes: '/killed-checking-0/' });
		checking = await startPaused(stage, endless('killed-checking'));
		overdue = await Promise.all(
			overdueMarks.map(async (mark) => await startPaused(stage, endless(mark, 150))),
		);
		// Its check comes when n8n is up again.
		waiting = await startPaused(stage, endless('killed-paused', 210));
		await allIsHeld();

		hold('create', { videoUrlIncludes: '/killed-submitting-1/' }, 'after');
		submitting = await startByWebhook(stage, submitter);
		await allIsHeld();
		called = await callTrigger();
		const due = await dueTimes(overdue);
		expect(Math.min(...due)).toBeGreaterThan(Date.now());
		await kill(dying());
		await until(() => Date.now() > Math.max(...due), 500);
		// A check that asked at once would still run when the recovery of n8n marks as crashed what runs.
		stage.simulator.faults.add({
			on: 'query',
			times: overdueMarks.length,
			match: { videoUrlIncludes: '/killed-overdue-' },
			fault: { kind: 'delay', seconds: 20 },
		});
		for (const mark of ['killed-checking', 'killed-paused', ...overdueMarks]) {
			for (const label of labelsOf(mark)) stage.simulator.finish(projectOf(stage, label));
		}
		await restart(dying());
	});

	/** n8n's Retry of an execution that was running when n8n was killed. */
	const retry = async (id: string): Promise<Execution> => {
		expect(['crashed', 'error']).toContain((await ended(stage, id)).status);
		return await ended(stage, await stage.client.retryExecution(id));
	};

	it('between the second of three submissions and its answer pays once for each, also in a Retry', async () => {
		const items = itemsOf(await retry(submitting), 'Create');
		const told = items.map(({ json }) =>
			typeof json.error === 'string' ? json.error.split(' [')[0] : json.status,
		);
		const unknown = 'It is unknown whether the project was created';
		expect(told).toEqual([unknown, unknown, 'processing']);
		for (const index of [0, 1, 2]) expect(projectOf(stage, `killed-submitting-${index}`)).not.toBe('');
	});

	it('after a call of the trigger was acknowledged asks again in a Retry', async () => {
		const execution = await retry(called.id);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Clip Trigger')).toHaveLength(await clipCountOf(stage, called.projectId));
	});

	it('in the middle of a status check loses no project: all clips come, or an error names it', async () => {
		await expectNothingLost(stage, checking, labelsOf('killed-checking'));
	});

	it('while an execution is paused changes nothing', async () => {
		await expectClips(stage, await ended(stage, waiting.id), labelsOf('killed-paused'));
		await nothingWaits(stage, waiting.workflowId);
	});

	it('and comes back when status checks are overdue gives all clips, though the service answers slowly', async () => {
		for (const [index, mark] of overdueMarks.entries()) {
			await expectClips(stage, await ended(stage, overdue[index]?.id ?? ''), labelsOf(mark));
		}
	});
}
