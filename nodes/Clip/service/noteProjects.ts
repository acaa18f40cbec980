import type { IExecuteFunctions } from 'n8n-workflow';
import { noteIds } from '../n8n/execution';

/** Keeps projects in the custom data of the execution, see {@link noteIds}. */
export const noteProjects = (context: IExecuteFunctions, projectIds: readonly string[]): void =>
	noteIds(context, 'clipProjects', projectIds);
