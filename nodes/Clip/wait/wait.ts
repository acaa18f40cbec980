import type { IExecuteFunctions } from 'n8n-workflow';
import { stopController } from '../n8n/execution';
import { withOtherProjects } from '../n8n/failures';
import { isFailedItem, type Outcome, type OutputItem, readItems, withoutFailed } from '../n8n/outcomes';
import { withAccounts } from '../service/accounts';
import { withExpectation } from '../service/noteProjects';
import { processingProject } from '../service/rules/project';
import { queryEach } from './poll';
import { waitParameters } from './wait.schema';
import { waitAndReturn } from './waitAndReturn';

/**
 * Wait: waits for the project of each item, side by side. One project with its clips comes out for each item.
 *
 * @throws NodeEnded when a project does not get ready, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<Array<Outcome<OutputItem>>> {
	const items = await withAccounts(context, readItems(context, waitParameters, 'ask'), 'ask');
	const waiting = withExpectation(context, withoutFailed(items));
	const { signal } = stopController(context);
	try {
		return await waitAndReturn(context, {
			mode: waiting[0]?.waitMode ?? 'durable',
			waiting,
			answers: await queryEach(waiting, signal),
			outcomes: items.map((item) =>
				isFailedItem(item) ? item : { itemIndex: item.itemIndex, project: processingProject(item.projectId) },
			),
			all: waiting,
			signal,
		});
	} catch (error) {
		throw withOtherProjects(error, waiting);
	}
}
