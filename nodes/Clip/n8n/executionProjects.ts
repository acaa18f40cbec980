import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { ExecutionProject } from '../problems/facts';
import { executionStoreOf } from './platform';

/*
 * The projects that an execution has submitted, or uses again, at any of its nodes.
 */

const FIELD = 'clipProjects';

const projectIdsSchema = z.array(z.string()).catch([]);

const projectIdsOfExecution = (context: IExecuteFunctions): string[] =>
	projectIdsSchema.parse(executionStoreOf(context)[FIELD]);

/** Notes a project for all nodes of the execution, and for the errors of this node. */
export function addProjectOfExecution(
	{ context, projects }: { context: IExecuteFunctions; projects: ExecutionProject[] },
	project: ExecutionProject,
): void {
	executionStoreOf(context)[FIELD] = [...projectIdsOfExecution(context), project.projectId];
	projects.push(project);
}

export const hasProjects = (context: IExecuteFunctions): boolean => projectIdsOfExecution(context).length > 0;

/** Adds whether the execution has the project of an item: then the service must know it, if not at once. */
export function markExpected<T extends { projectId: string }>(
	context: IExecuteFunctions,
	items: readonly T[],
): Array<T & { isExpected: boolean }> {
	const known = new Set(projectIdsOfExecution(context));
	return items.map((item) => ({ ...item, isExpected: known.has(item.projectId) }));
}
