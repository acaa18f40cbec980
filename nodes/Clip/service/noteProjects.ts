import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { noteIds } from '../n8n/execution';
import { executionStoreOf } from '../n8n/host';

/** Keeps projects in the custom data of the execution, see {@link noteIds}. */
export const noteProjects = (context: IExecuteFunctions, projectIds: readonly string[]): void =>
	noteIds(context, 'clipProjects', projectIds);

const SUBMITTED = 'clipProjectsSubmitted';

const submittedIn = (store: IDataObject): string[] => z.array(z.string()).catch([]).parse(store[SUBMITTED]);

/** Notes that this execution has submitted a project, or used it again, for all its nodes, and in its custom data. */
export function noteSubmitted(context: IExecuteFunctions, projectId: string): void {
	noteProjects(context, [projectId]);
	const store = executionStoreOf(context);
	store[SUBMITTED] = [...submittedIn(store), projectId];
}

/** An item with whether this execution has submitted its project: then the service must know it, maybe only in a moment. */
export const markExpected = <T extends { projectId: string }>(
	context: IExecuteFunctions,
	items: readonly T[],
): Array<T & { isExpected: boolean }> => {
	const submitted = new Set(submittedIn(executionStoreOf(context)));
	return items.map((item) => ({ ...item, isExpected: submitted.has(item.projectId) }));
};
