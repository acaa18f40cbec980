import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { executionStoreOf } from './host';

const SUBMITTED = 'clipProjectsSubmitted';

const submittedIn = (store: IDataObject): string[] => z.array(z.string()).catch([]).parse(store[SUBMITTED]);

/** Notes that this execution has submitted a project, or used it again, for all its nodes. */
export function noteOwnProject(context: IExecuteFunctions, projectId: string): void {
	const store = executionStoreOf(context);
	store[SUBMITTED] = [...submittedIn(store), projectId];
}

/** Whether this execution has submitted a project, or used one again, at any node. */
export const hasOwnProject = (context: IExecuteFunctions): boolean =>
	submittedIn(executionStoreOf(context)).length > 0;

/**
 * Items with whether this execution has submitted their projects: then the service must know them, maybe only in a moment.
 */
export function markExpected<T extends { projectId: string }>(
	context: IExecuteFunctions,
	items: readonly T[],
): Array<T & { isExpected: boolean }> {
	const submitted = new Set(submittedIn(executionStoreOf(context)));
	return items.map((item) => ({ ...item, isExpected: submitted.has(item.projectId) }));
}
