import type { ItemParameters } from '../../nodes/Clip/n8n/readParameters';
import { TOOL_DESCRIPTION } from '../../nodes/Clip/n8n/panel';
import { operations } from '../../nodes/Clip/operations';
import { triggerParameters } from '../../nodes/Clip/trigger/trigger.parameters';

/** The names of the values that a schema looks at. */
function readBy(schema: ItemParameters<unknown>['schema']): Set<string | symbol> {
	const names = new Set<string | symbol>();
	schema.safeParse(new Proxy({}, { get: (_values, name) => void names.add(name) }));
	return names;
}

// A schema drops what it does not know: a user would set the parameter, and nothing would happen.
it.each<[where: string, parameters: ItemParameters<unknown>]>([
	...[...operations].map(([name, { parameters }]): [string, ItemParameters<unknown>] => [name, parameters]),
	['Clip Trigger', triggerParameters],
])('%s reads each parameter that its panel offers, also in a collection', (_where, { fields, schema }) => {
	const offered = fields
		.filter(({ name, type }) => type !== 'notice' && name !== TOOL_DESCRIPTION)
		.flatMap(({ name, type, options = [] }) =>
			type === 'collection' ? options.map((option) => option.name) : [name],
		);
	const read = readBy(schema);
	expect(offered.filter((name) => !read.has(name))).toEqual([]);
});
