import { itemsOf, until, webhookPath, type Execution } from '../../host';
import type { FaultInput } from '../../simulator';
import { clipTrigger, flow } from '../flows';
import { killAndRestart, type Mortal } from '../mortal';
import type { Stage } from '../stage';
import {
	alsoByWebhook,
	chain,
	clipCountOf,
	creating,
	ended,
	expectClips,
	projectOf,
	startByWebhook,
} from './durableRuns';
import { idsBeside, nothingWaits, type PausedRun, startPaused } from './pausedRuns';

const UNKNOWN = 'It is unknown whether the project was created';

const held: FaultInput['fault'] = { kind: 'hang' };

/**
 * What is submitted when a kill comes: how many videos, to which of them there is no answer, whether the service has taken that
 * one, and what a Retry gives for each.
 */
const submissions = [
	{ videos: 1, unanswered: 0, taken: false, outcomes: [UNKNOWN] },
	{ videos: 3, unanswered: 1, taken: true, outcomes: [UNKNOWN, UNKNOWN, 'processing'] },
	{ videos: 1, unanswered: 0, taken: true, outcomes: [UNKNOWN] },
] as const;
const numbers = submissions.map((_, number) => number);

/** What a kill has found. */
export interface Killed {
	stage: Stage;
	/** Between the POST of a submission and its answer. */
	submitting: string;
	/** In the middle of its status check. */
	checking: PausedRun;
	paused: PausedRun;
	/** Started by a call of a trigger, and about to ask for this project. */
	called: { id: string; projectId: string };
}

const labelsOf = (mark: string) => [`${mark}-0`, `${mark}-1`];
const endless = (mark: string, pollInterval = 30) =>
	chain(mark, ['sim-endless', 'sim-endless'], { options: { pollInterval } });
const nothingIsHeld = async ({ simulator }: Stage) =>
	await until(() => simulator.faults.pending.length === 0);

function makeReady(stage: Stage, mark: string): void {
	for (const label of labelsOf(mark)) stage.simulator.finish(projectOf(stage, label));
}

/** Somebody calls a Clip Trigger, and the service does not tell it the project. */
async function callTrigger(stage: Stage, number: number): Promise<Killed['called']> {
	const mark = `killed-called-${number}`;
	const projectId = await stage.submit(`https://www.youtube.com/watch?v=${mark}`);
	stage.simulator.finish(projectId);
	stage.simulator.faults.add({ on: 'query', match: { projectId }, fault: held });
	const trigger = clipTrigger(mark);
	const { id } = await stage.publish(flow(mark, [trigger]));
	expect(await stage.post(webhookPath(trigger), JSON.stringify({ projectId }))).toBe(200);
	await nothingIsHeld(stage);
	return { id: (await stage.client.listExecutions(id))[0]?.id ?? '', projectId };
}

/**
 * Kills an n8n that has an execution between the POST of a submission and its answer, one that is paused, one in the middle of
 * its status check, and one that a trigger has started.
 *
 * @param number - which of the kills this is
 * @param dying - what dies, and comes back
 */
export async function killN8n(stage: Stage, number: number, dying: readonly Mortal[]): Promise<Killed> {
	const { faults } = stage.simulator;
	const { videos, unanswered, taken } = submissions[number] ?? submissions[0];
	const [submitMark, checkMark] = [`killed-submitting-${number}`, `killed-checking-${number}`];
	const markers = Array.from({ length: videos }, () => 'good');
	const submission = creating(
		submitMark,
		markers,
		{ waitForClips: false },
		{ onError: 'continueRegularOutput' },
	);
	const submitter = await stage.publish(alsoByWebhook(submission));
	// Other cases may have left some.
	faults.clear();
	faults.add({ on: 'query', match: { videoUrlIncludes: `/${checkMark}-0/` }, fault: held });
	const checking = await startPaused(stage, endless(checkMark));
	// Its check comes when n8n is up again.
	const paused = await startPaused(stage, endless(`killed-paused-${number}`, 160));
	await nothingIsHeld(stage);

	const match = { videoUrlIncludes: `/${submitMark}-${unanswered}/` };
	faults.add({ on: 'create', phase: taken ? 'after' : 'before', match, fault: held });
	const submitting = await startByWebhook(stage, submitter);
	await nothingIsHeld(stage);
	const called = await callTrigger(stage, number);
	await killAndRestart(dying);
	for (const mark of [checkMark, `killed-paused-${number}`]) makeReady(stage, mark);
	// For half a minute after the first one in a process, status checks only pause again.
	await startPaused(stage, creating(`killed-later-${number}`, ['good']));
	return { stage, submitting, checking, paused, called };
}

/** Expects that an execution whose status check was killed ends: with the clips of its videos, or their projects are named. */
export async function expectNothingLost(stage: Stage, run: PausedRun, labels: string[]): Promise<void> {
	const execution = await ended(stage, run.id);
	await nothingWaits(stage, run.workflowId);
	if (execution.status === 'success') return await expectClips(stage, execution, labels);
	const beside = await idsBeside(stage, run.id);
	const told = JSON.stringify([execution.error, execution.nodes.Create, beside]);
	for (const label of labels) expect(told).toContain(projectOf(stage, label));
}

/** What holds after three kills; a person presses Retry where n8n lets them. */
export function killedCases(killed: readonly Killed[]): void {
	const kill = (number: number): Killed => {
		const found = killed[number];
		if (found === undefined) throw new TypeError(`Kill ${number} did not happen.`);
		return found;
	};
	const outcomesOf = (execution: Execution) =>
		itemsOf(execution, 'Create').map(({ json }) =>
			typeof json.error === 'string' ? json.error.split(' [')[0] : json.status,
		);
	/** n8n's Retry of an execution that was running when n8n was killed. */
	const retry = async (stage: Stage, id: string): Promise<Execution> => {
		expect(['crashed', 'error']).toContain((await ended(stage, id)).status);
		return await ended(stage, await stage.client.retryExecution(id));
	};

	it.each(numbers)('between a POST and its answer pays once, and a Retry not again (%i)', async (number) => {
		const { stage, submitting } = kill(number);
		const { unanswered, taken, outcomes } = submissions[number] ?? submissions[0];
		expect(outcomesOf(await retry(stage, submitting))).toEqual(outcomes);
		const paid = outcomes.map((_, index) => {
			const all = stage.submissionsOf(`/killed-submitting-${number}-${index}/`);
			return all.filter(({ projectId }) => projectId !== null).length;
		});
		expect(paid).toEqual(outcomes.map((_, index) => (index === unanswered && !taken ? 0 : 1)));
	});

	it.each(numbers)(
		'after a call of the trigger was acknowledged asks again in a Retry (%i)',
		async (number) => {
			const { stage, called } = kill(number);
			const execution = await retry(stage, called.id);
			expect(execution.status).toBe('success');
			expect(itemsOf(execution, 'Clip Trigger')).toHaveLength(await clipCountOf(stage, called.projectId));
		},
	);

	it.each(numbers)(
		'in the middle of a status check loses no project: all clips come, or an error names it (%i)',
		async (number) => {
			const { stage, checking } = kill(number);
			await expectNothingLost(stage, checking, labelsOf(`killed-checking-${number}`));
		},
	);

	it.each(numbers)('while an execution is paused changes nothing (%i)', async (number) => {
		const { stage, paused } = kill(number);
		await expectClips(stage, await ended(stage, paused.id), labelsOf(`killed-paused-${number}`));
		await nothingWaits(stage, paused.workflowId);
	});
}
