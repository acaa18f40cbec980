import type { IExecuteFunctions } from 'n8n-workflow';
import { hint, stopController } from '../operations/parameters';
import { isSuccess } from '../service/answer';
import { nextStep, startWaiting, type WaitResult } from '../service/polling';
import { processingProject } from '../service/project';
import { park } from '../transport/parking';
import { pause } from '../transport/pause';
import { openService } from '../transport/service';
import { askEach } from '../transport/waiting';
import type { Wanted } from './wanted';

/** The pauses of a run that is not parked, in milliseconds. */
const PATIENCE = { pollInterval: 10_000, longestInterval: 60_000 };

/**
 * For how long a run asks before it is parked, in milliseconds. A call may come a moment before the service shows the clips; a
 * parked run comes back after a minute at the earliest.
 */
const HELD = 30_000;

/**
 * Asks the service for the project of a call, until it has an answer. A service that is down, or takes its time, is asked
 * from a parked run: it holds no worker, and survives what may happen to n8n meanwhile.
 *
 * @param context - the running trigger
 * @param projectId - a checked ID
 * @param wish - what is wanted of the project, and for how many milliseconds to ask
 * @returns how it ended; null when the run is parked
 */
export async function followUp(
	context: IExecuteFunctions,
	projectId: string,
	{ wanted, maxWait }: { wanted: Wanted; maxWait: number },
): Promise<WaitResult | null> {
	const service = await openService(context);
	const { signal } = stopController(context);
	const policy = { ...PATIENCE, maxWait };
	let state = startWaiting(Date.now());
	let parks = true;
	for (;;) {
		const answer = (await askEach(service, [projectId], signal)).get(projectId);
		if (answer === undefined) return { end: 'stopped' };
		const now = Date.now();
		const step = nextStep(state, answer, now, policy);
		if ('result' in step) return step.result;
		({ state } = step);
		if (parks && (!isSuccess(answer) || step.askAt > state.startedAt + HELD)) {
			const watched = [{ itemIndex: 0, projectId, policy, state, askedAt: now }];
			const interim = { json: processingProject(projectId) };
			const reason = await park(context, 'keeper', [interim], { watched, stopsAtFailure: true, wanted });
			if (reason === null) return null;
			parks = false;
			hint(context, `The execution could not be parked, so it held a worker meanwhile. Reason: ${reason}.`);
		}
		await pause(step.askAt, signal);
	}
}
