import { failedWith, failureFrom, type NodeEnded, withRemark } from '../n8n/failures';
import type { Executor } from '../lib/advice';
import { runInEditor } from '../n8n/execution';
import { otherProjects } from './rules/advice';

export interface KnownProject {
	itemIndex: number;
	projectId: string;
	/** In which run of the node, where that is not the present one: a loop runs it again and again. */
	run?: string | undefined;
}

/**
 * The error that ends an execution, with the IDs of its other projects: nothing else would keep them.
 *
 * @param projects - all projects that the execution has
 */
export function withOtherProjects(
	thrown: unknown,
	projects: readonly KnownProject[],
	executor: Executor,
): NodeEnded {
	const failure = failureFrom(thrown);
	const others = projects
		.filter(({ projectId }) => projectId !== failure.projectId)
		.map(({ itemIndex, projectId, run }) => {
			const where = run === undefined ? '' : ` of ${runInEditor(run)}`;
			return `${projectId} (item ${itemIndex}${where})`;
		});
	return failedWith(
		thrown,
		others.length === 0 ? failure : withRemark(failure, otherProjects(others, executor)),
	);
}
