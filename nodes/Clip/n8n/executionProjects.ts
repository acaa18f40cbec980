import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { ExecutionProject } from '../problems/facts';
import { executionStoreOf } from './platform';

/*
 * What an execution has paid for, and whether it pays again: all its nodes know it, since the errors of each of them say it.
 */

const PROJECTS = 'clipProjects';

const PAYS_EACH_TIME = 'clipPaysEachTime';

const projectIdsSchema = z.array(z.string()).catch([]);

const projectIdsOfExecution = (context: IExecuteFunctions): string[] =>
	projectIdsSchema.parse(executionStoreOf(context)[PROJECTS]);

/** Notes a project for all nodes of the execution, and for the errors of this node. */
export function noteProjectOfExecution(
	{ context, projects }: { context: IExecuteFunctions; projects: ExecutionProject[] },
	project: ExecutionProject,
): void {
	executionStoreOf(context)[PROJECTS] = [...projectIdsOfExecution(context), project.projectId];
	projects.push(project);
}

export const executionHasProjects = (context: IExecuteFunctions): boolean =>
	projectIdsOfExecution(context).length > 0;

/** Notes the projects that items ask for, for the errors of this node. */
export const noteQueriedProjects = (
	{ projects }: { projects: ExecutionProject[] },
	items: readonly ExecutionProject[],
): void => void projects.push(...items.map(({ itemIndex, projectId }) => ({ itemIndex, projectId })));

/** Adds whether the execution has the project of an item: then the service must know it, if not at once. */
export function withMustBeKnown<T extends ExecutionProject>(
	context: IExecuteFunctions,
	items: readonly T[],
): Array<T & { mustBeKnown: boolean }> {
	const ofExecution = new Set(projectIdsOfExecution(context));
	return items.map((item) => ({ ...item, mustBeKnown: ofExecution.has(item.projectId) }));
}

/** From now on, errors of this node and of later ones say that executing again pays again. */
export function notePayingEachTime(context: IExecuteFunctions): void {
	executionStoreOf(context)[PAYS_EACH_TIME] = true;
}

export const paysEachTime = (context: IExecuteFunctions): boolean =>
	executionStoreOf(context)[PAYS_EACH_TIME] === true;
