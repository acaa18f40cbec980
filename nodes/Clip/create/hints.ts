import type { IExecuteFunctions } from 'n8n-workflow';
import { isSuccess } from '../service/rules/answer';
import { hint } from '../n8n/parameters';
import type { Submitted } from './submissions';

/**
 * Says what the person at the canvas should know of what was submitted.
 *
 * @param waited - for how long videos had to wait for the limits of the service, in milliseconds
 * @param submitted - what came of the submissions, by item index
 * @param runIndex - which run of the node this is
 */
export function hintAtSubmissions(
	context: IExecuteFunctions,
	waited: number,
	submitted: ReadonlyMap<number, Submitted>,
	runIndex: string,
): void {
	if (waited >= 1_000) {
		hint(
			context,
			`Submitting took ${Math.ceil(waited / 60_000)} min longer to keep to the limits of the service, which accepts only a few videos a minute. See 'Submission Options'.`,
		);
	}
	hintAtShared(context, submitted, runIndex);
	const created = [...submitted.values()].some(
		(result) => result.state === 'answered' && isSuccess(result.answer),
	);
	if (context.getMode() === 'manual' && created) hint(context, PIN);
}

const PIN =
	"Pin the output of this node while you build the workflow: after a reload of this page, executing a later step runs 'Create' again, which costs minutes again.";

/** Names the items that get the project of another one. Tries of the same item do not count. */
function hintAtShared(
	context: IExecuteFunctions,
	submitted: ReadonlyMap<number, Submitted>,
	runIndex: string,
): void {
	for (const [itemIndex, result] of submitted) {
		if (result.state !== 'answered' || !result.isRecalled || !isSuccess(result.answer)) continue;
		if (runIndex === '' || result.from === `${runIndex}/${itemIndex}`) continue;
		const [run = '', item = ''] = result.from.split('/');
		const other =
			run === runIndex ? `item ${item}` : `item ${item} of an earlier run of this node (run ${run})`;
		const { projectId } = result.answer.project;
		const message = `Item ${itemIndex} is the same video with the same settings as ${other}, so it was not submitted again: both get project ${projectId}. To get a second project, submit the video in another execution.`;
		hint(context, message);
		// n8n keeps no hint of a node that pauses.
		context.logger.info(message);
	}
}
