import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { type Checked, problemsIn } from '../values/checked';
import type { PollingPolicy } from './rules/polling';
import { checkProjectId } from '../interface/projectId';
import { readPolicy } from './waitOptions.fields';

/** An input item that names a project and passed all checks. */
export interface ProjectItem {
	itemIndex: number;
	projectId: string;
	policy: PollingPolicy;
}

/**
 * The parameter that names a project.
 *
 * @param displayOptions - when the panel shows it
 */
export const projectIdField = (displayOptions: INodeProperties['displayOptions']): INodeProperties => ({
	displayName: 'Project ID',
	name: 'projectId',
	type: 'string',
	required: true,
	default: '={{ $json.projectId }}',
	placeholder: 'e.g. 20417733',
	description: 'The project, as Create returned it',
	displayOptions,
});

/** Checks the project ID and the wait options of an input item. */
export function checkProject(context: IExecuteFunctions, itemIndex: number): Checked<ProjectItem> {
	const projectId = checkProjectId(context.getNodeParameter('projectId', itemIndex));
	const policy = readPolicy(context, itemIndex);
	return projectId.ok && policy.ok
		? { ok: true, value: { itemIndex, projectId: projectId.value, policy: policy.value } }
		: { ok: false, problems: problemsIn([projectId, policy]) };
}
