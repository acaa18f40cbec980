import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { combineSchemas } from '../lib/schemas';
import { defineCollection, OPTIONS, toolDescription } from '../n8n/panel';
import type { ItemParameters } from '../n8n/readParameters';
import type { Execute, Operation } from '../n8n/operation';
import { failedItemsIn, goodResultsIn, sortByItem } from '../n8n/results';
import { readItems } from '../n8n/readItems';
import { openAccounts } from '../service/accounts';
import { processingProject } from '../service/rules/project';
import { noteQueriedProjects, withMustBeKnown } from '../n8n/executionProjects';
import { queryEach } from './poll';
import { pauseOptions, projectSchema, projectIdParameter } from './wait.parameters';
import { waitAndReturn } from './waitAndReturn';

const show = { operation: ['wait'] };

const fields: INodeProperties[] = [
	toolDescription(
		'wait',
		'Waits until the clips of a project are ready, which takes from a few minutes to more than an hour, and returns the project with its best clips.',
	),
	...projectIdParameter(show).fields,
	defineCollection({ ...OPTIONS, displayOptions: { show } }, pauseOptions),
];

const schema = combineSchemas({ project: projectSchema, options: z.object(pauseOptions) }).transform(
	({ project, options: { waitMode, ...waitSettings } }) => ({ ...project, waitMode, waitSettings }),
);

const parameters: ItemParameters<z.output<typeof schema>> = { fields, schema };

/** Wait: waits for the project of each item, side by side. One project with its clips comes out for each item. */
const execute: Execute = async (execution) => {
	const items = await openAccounts(execution, readItems(execution, parameters, 'query'), 'query');
	if (items.fatal !== undefined) return items;
	const good = goodResultsIn(items.results);
	noteQueriedProjects(execution, good);
	const toWatch = withMustBeKnown(execution.context, good);
	const asProcessing = toWatch.map(({ itemIndex, projectId }) => ({
		itemIndex,
		project: processingProject(projectId),
	}));
	return await waitAndReturn(execution, {
		mode: toWatch[0]?.waitMode ?? 'durable',
		toWatch,
		answers: await queryEach(toWatch, execution.signal),
		results: sortByItem([...failedItemsIn(items.results), ...asProcessing]),
	});
};

export const operation = {
	option: {
		name: 'Wait for Clips',
		value: 'wait',
		action: 'Wait for clips of project',
		description: 'Wait until a project that was submitted earlier is ready',
	},
	subtitle: '"Wait for clips"',
	parameters,
	execute,
} satisfies Operation;
