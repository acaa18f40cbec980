import type { IExecuteFunctions } from 'n8n-workflow';
import { hint, stopController } from '../n8n/parameters';
import { isSuccess } from '../interface/answer';
import { askUntilSettled } from '../wait/inProcess';
import type { WaitResult } from '../wait/rules/polling';
import { processingProject } from '../interface/project';
import { parkNode } from '../wait/helpers/park';
import { openService } from '../client/service';
import type { Wanted } from './wanted';

/** The pause between questions of a run that is not parked, in milliseconds. */
const POLL_INTERVAL = 10_000;

/**
 * For how long a run asks before it is parked, in milliseconds. A call may come a moment before the service shows the clips; a
 * parked run comes back after a minute at the earliest.
 */
const HELD = 25_000;

/**
 * Asks the service for the project of a call, until it has an answer. A service that is down, or takes its time, is asked
 * from a parked run: it holds no worker, and survives what may happen to n8n meanwhile.
 *
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
	const policy = { pollInterval: POLL_INTERVAL, maxWait };
	const run = { parked: false, mayPark: true };
	const end = await askUntilSettled(async () => await service.query(projectId), policy, {
		askFirst: true,
		signal,
		onPause: async (answer, state, askAt) => {
			if (!run.mayPark || (isSuccess(answer) && askAt <= state.startedAt + HELD)) return false;
			const watch = {
				run: { executionId: context.getExecutionId(), since: state.startedAt },
				watched: [{ itemIndex: 0, projectId, policy, state, askedAt: Date.now() }],
				stopsAtFailure: true,
				wanted,
			};
			const parked = await parkNode(context, { watch, jsons: [processingProject(projectId)] });
			run.parked = parked.parked;
			if (parked.parked) return true;
			run.mayPark = false;
			hint(
				context,
				`The execution could not be paused, so it kept running meanwhile. Reason: ${parked.reason}.`,
			);
			return false;
		},
	});
	return run.parked ? null : end;
}
