import type { INodeProperties } from 'n8n-workflow';
import { operation as create } from './create/create.operation';
import { operation as get } from './get/get.operation';
import type { Operation } from './n8n/operation';
import { operation as wait } from './wait/wait.operation';

export const operations = new Map<string, Operation>(
	[create, get, wait].map((operation) => [operation.option.value, operation]),
);

/** The one thing that the operations are about. */
const RESOURCE = 'clip';

export const properties: INodeProperties[] = [
	// n8n names a node after its action only if the operation belongs to a resource. There is only one, so it is hidden.
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'hidden',
		noDataExpression: true,
		options: [{ name: 'Clip', value: RESOURCE }],
		default: RESOURCE,
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [RESOURCE] } },
		options: Array.from(operations.values(), ({ option }) => option),
		default: 'create',
	},
	...Array.from(operations.values(), ({ parameters }) => parameters.fields).flat(),
];

export const subtitle = `={{ { ${Array.from(operations, ([name, operation]) => `${name}: ${operation.subtitle}`).join(', ')} }[$parameter["operation"]] }}`;
