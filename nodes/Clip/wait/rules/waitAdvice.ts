import { evidenceOf, GO_ON, joined } from '../../service/rules/advice';
import type { Advice } from '../../lib/advice';
import type { WaitResult } from './polling';

/** How a wait may end by itself without a ready project. */
type UnfinishedWait = Exclude<WaitResult, { end: 'ready' | 'failed' }>;

/**
 * Explains a wait that ended before its project did.
 *
 * @param projectId - the project that was waited for
 * @param result - how the wait ended
 */
export function adviceOnWait(projectId: string, result: UnfinishedWait): Advice {
	if (result.end === 'stopped') {
		return { title: `The waiting was stopped: project ${projectId}`, description: GO_ON };
	}
	if (result.end === 'broken') {
		return {
			title: `The waiting was interrupted: project ${projectId}`,
			description: joined(result.reason, GO_ON),
		};
	}
	const minutes = Math.round(result.waitedMs / 60_000);
	const last = result.lastFailure === null ? '' : evidenceOf(result.lastFailure);
	return {
		title: `Not ready after ${minutes === 1 ? '1 minute' : `${minutes} minutes`} of waiting: project ${projectId}`,
		description: joined('The maximum wait has passed.', GO_ON, last),
	};
}
