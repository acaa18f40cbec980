import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { KnownProject } from '../problems/facts';
import { executionStoreOf } from './platform';

const SUBMITTED = 'clipProjectsSubmitted';

const submittedIn = (store: IDataObject): string[] => z.array(z.string()).catch([]).parse(store[SUBMITTED]);

/** Notes a project that this execution has submitted, or uses again: for all its nodes, and for the errors of this run. */
export function noteSubmittedProject(
	{ context, projects }: { context: IExecuteFunctions; projects: KnownProject[] },
	project: KnownProject,
): void {
	const store = executionStoreOf(context);
	store[SUBMITTED] = [...submittedIn(store), project.projectId];
	projects.push(project);
}

/** Whether this execution has submitted a project, or used one again, at any node. */
export const hasSubmittedProject = (context: IExecuteFunctions): boolean =>
	submittedIn(executionStoreOf(context)).length > 0;

/** Adds whether this execution has noted the project of an item: then the service must know it, maybe only in a moment. */
export function markExpected<T extends { projectId: string }>(
	context: IExecuteFunctions,
	items: readonly T[],
): Array<T & { isExpected: boolean }> {
	const submitted = new Set(submittedIn(executionStoreOf(context)));
	return items.map((item) => ({ ...item, isExpected: submitted.has(item.projectId) }));
}
