import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { allAccepted, problemsIn } from '../lib/checked';
import { processingProject } from '../service/rules/project';
import { withAccounts } from '../service/accounts';
import { openService } from '../service/client';
import { queryEach } from '../service/queries';
import { waitAndReturn } from './waitAndReturn';
import { inputFailure, isFailure } from '../n8n/failures';
import { checkItems, withoutFailures } from '../n8n/items';
import { readCollection, stopController } from '../n8n/parameters';
import { checkProject, checkWaitMode } from './readWait';
import { withOtherProjects } from './waitFailure';
import { description, optionsField } from './wait.fields';

/**
 * Wait: waits for the project of each item, side by side. One project with its clips comes out for each item.
 *
 * @throws NodeOperationError or NodeApiError when a project does not get ready, unless the node continues on fail
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const parameters = checkItems(context, (itemIndex) => {
		const options = readCollection(context, optionsField, itemIndex);
		const given = options.ok ? options.value : {};
		const checks = {
			project: checkProject(context, itemIndex, given),
			mode: checkWaitMode(given),
			options,
		};
		return allAccepted(checks)
			? { ...checks.project.value, mode: checks.mode.value }
			: inputFailure(context, itemIndex, problemsIn(checks), description);
	});
	const checked = await withAccounts(context, parameters);
	const service = openService(context);
	const waiting = withoutFailures(checked);
	const { signal } = stopController(context);
	try {
		return await waitAndReturn(context, service, {
			mode: waiting[0]?.mode ?? 'durable',
			waiting,
			answers: await queryEach(service, waiting, signal),
			results: checked.map((item) => (isFailure(item) ? item : [processingProject(item.projectId)])),
			all: waiting,
			signal,
		});
	} catch (error) {
		throw withOtherProjects(context, error, waiting);
	}
}
