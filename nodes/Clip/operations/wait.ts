import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { openService } from '../transport/service';
import { inputFailure } from './itemFailure';
import { checkItems, joinResults, passed, toItems } from './itemResult';
import { stopController } from './parameters';
import { checkProject, projectIdField } from './projectItems';
import { waitForItems } from './waitForItems';
import { waitOptions } from './waitOptions';

const showOnlyForWait = { operation: ['wait'] };

/** The parameters of the Wait operation. */
export const description: INodeProperties[] = [
	projectIdField({ show: showOnlyForWait }),
	waitOptions({ show: showOnlyForWait }),
];

/**
 * Wait: waits for the project of each item, side by side. One project with its clips comes out for each item.
 *
 * @param context - the running node
 * @throws NodeOperationError or NodeApiError when a project does not get ready, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const checked = checkItems(context, (itemIndex) => {
		const project = checkProject(context, itemIndex);
		return project.ok ? project.value : inputFailure(context, itemIndex, project.problems, description);
	});
	const service = await openService(context);
	const results = await waitForItems(context, service, passed(checked), {
		askFirst: true,
		stop: stopController(context),
	});
	return toItems(joinResults(checked, results, (_, { project }) => [project]));
}
