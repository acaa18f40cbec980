import { endingOf, isBad, onward, goodOf, type Operation, readItems } from '../n8n/results';
import { withAccounts } from '../service/accounts';
import { withExpectation } from '../service/noteProjects';
import { processingProject } from '../service/rules/project';
import { queryEach } from './poll';
import { waitParameters } from './wait.operation';
import { waitAndReturn } from './waitAndReturn';

/** Wait: waits for the project of each item, side by side. One project with its clips comes out for each item. */
export const execute: Operation = async (run) => {
	const read = readItems(run, waitParameters, 'ask');
	const items = await onward(run, read, async (good) => await withAccounts(run, good, 'ask'));
	if (endingOf(run, items) !== undefined) return items.filter(isBad);
	const waiting = withExpectation(run.context, goodOf(items));
	run.projects = waiting;
	return await waitAndReturn(run, {
		mode: waiting[0]?.waitMode ?? 'durable',
		waiting,
		answers: await queryEach(waiting, run.signal),
		results: items.map((item) =>
			isBad(item) ? item : { itemIndex: item.itemIndex, project: processingProject(item.projectId) },
		),
	});
};
