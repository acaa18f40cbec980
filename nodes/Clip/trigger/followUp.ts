import type { IExecuteFunctions } from 'n8n-workflow';
import { hint, stopController } from '../n8n/parameters';
import { isSuccess } from '../interface/answer';
import { askUntilSettled } from '../wait/inProcess';
import type { WaitResult } from '../wait/rules/polling';
import { processingProject } from '../interface/project';
import { parkNode } from '../wait/helpers/park';
import { openService } from '../client/service';
import { enter } from './underWay';
import type { Wanted } from './wanted';

/**
 * From one question to the next: milliseconds at least, and the share of the time waited so far. A call comes when the clips
 * are ready; who calls for a project that is far from it may be a stranger.
 */
const PACE = { pollInterval: 10_000, growth: 0.5 };

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
 * @returns how it ended; null when the run is parked, or another run does the same, and a hint says so
 */
export async function followUp(
	context: IExecuteFunctions,
	projectId: string,
	{ wanted, maxWait }: { wanted: Wanted; maxWait: number },
): Promise<WaitResult | null> {
	const service = await openService(context);
	const { signal } = stopController(context);
	const policy = { ...PACE, maxWait };
	const joins = wanted.memory === 'leaveOut';
	const call = enter(context, service, projectId, { joins, signal, until: Date.now() + maxWait });
	const run = { parked: false, mayPark: true };
	try {
		const end = await askUntilSettled(call.ask, policy, {
			askFirst: true,
			signal,
			onPause: async (answer, state, askAt) => {
				// What cannot be read is believed after a few more answers, often that there is no such project.
				const held = isSuccess(answer) ? askAt <= state.startedAt + HELD : answer.outcome === 'unreadable';
				if (held) return call.isFollowed();
				if (!run.mayPark) return false;
				if (await call.isParkedFor()) return true;
				const watch = {
					run: { executionId: context.getExecutionId(), since: state.startedAt },
					watched: [{ itemIndex: 0, projectId, policy, state, askedAt: Date.now() }],
					stopsAtFailure: true,
					wanted,
				};
				const parked = await parkNode(context, { watch, jsons: [processingProject(projectId)] });
				run.parked = parked.parked;
				if (parked.parked) {
					call.parked();
					return true;
				}
				run.mayPark = false;
				hint(
					context,
					`The execution could not be paused, so it kept running meanwhile. Reason: ${parked.reason}.`,
				);
				return false;
			},
		});
		if (run.parked) return null;
		const other = call.joined();
		if (other === null) return end;
		hint(
			context,
			`No items here: execution ${other} already checks project ${projectId}, and outputs its clips.`,
		);
		return null;
	} finally {
		call.end();
	}
}
