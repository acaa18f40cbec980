import { z } from 'zod/v3';
import { exampleFiles, readWorkflow } from '../../host';
import type { RecipeBed } from '../recipeBed';

const nodeTypes = z.array(
	z.object({
		name: z.string(),
		version: z.union([z.number(), z.array(z.number())]).transform((version) => [version].flat()),
		properties: z.array(z.object({ name: z.string() })),
		credentials: z.array(z.object({ name: z.string() })).default([]),
	}),
);

const versioned = z.object({ typeVersion: z.number() });

/** What only an n8n can judge of the examples: whether it knows their nodes. */
export function recipeTypeCases(bed: RecipeBed): void {
	let known: z.output<typeof nodeTypes> = [];
	beforeAll(async () => {
		known = await bed.client.session.call({ path: '/types/nodes.json', read: nodeTypes, bare: true });
	});

	it.each(exampleFiles().map((file) => [readWorkflow(file).name, file]))(
		'"%s" uses types, versions, parameters and credentials that n8n knows',
		(_name, file) => {
			for (const node of readWorkflow(file).nodes) {
				const { typeVersion } = versioned.parse(node);
				const type = known.find(({ name, version }) => name === node.type && version.includes(typeVersion));
				expect([node.type, typeVersion, type?.name]).toEqual([node.type, typeVersion, node.type]);
				const parameters = type?.properties.map(({ name }) => name) ?? [];
				expect(parameters).toEqual(expect.arrayContaining(Object.keys(node.parameters)));
				const own = type?.credentials.map(({ name }) => name) ?? [];
				// HTTP Request takes credentials of many types, and names the one in a parameter.
				const credentials = [...own, node.parameters.genericAuthType];
				expect(credentials).toEqual(expect.arrayContaining(Object.keys(node.credentials ?? {})));
			}
		},
	);
}
