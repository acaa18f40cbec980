/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type INodeParameters, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { z } from 'zod/v3';
import { Clip } from '../../../nodes/Clip/Clip.node';
import { type Runtime, typePrefix, type Workflow, type WorkflowNode } from '../../host';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const described = z.array(z.custom<INodeTypeDescription>(isObject));
const parameters = z.custom<INodeParameters>(isObject);

/** The descriptions of n8n's own nodes. */
const builtInNodes = ({ n8n }: Runtime): INodeTypeDescription[] => {
	const file = join(dirname(n8n), '..', '..', 'n8n-nodes-base', 'dist', 'types', 'nodes.json');
	return described.parse(JSON.parse(readFileSync(file, 'utf8')));
};

function descriptionOf(node: WorkflowNode, builtIn: readonly INodeTypeDescription[]): INodeTypeDescription {
	if (node.type.startsWith(typePrefix)) return new Clip().description;
	const found = builtIn.find(
		({ name, version }) =>
			`n8n-nodes-base.${name}` === node.type && [version].flat().includes(versionOf(node)),
	);
	if (found === undefined) throw new TypeError(`n8n has no ${node.type} of version ${versionOf(node)}.`);
	return found;
}

const versionOf = ({ typeVersion }: WorkflowNode): number => z.number().parse(typeVersion);

/**
 * The nodes of a workflow with no parameter that equals its default, by n8n's own rules.
 *
 * @param runtime - the installed n8n, whose nodes know their defaults
 */
export function withoutDefaults({ nodes }: Workflow, runtime: Runtime): WorkflowNode[] {
	const builtIn = builtInNodes(runtime);
	return nodes.map((node) => {
		const description = descriptionOf(node, builtIn);
		const differing = NodeHelpers.getNodeParameters(
			description.properties,
			parameters.parse(node.parameters),
			false,
			false,
			{ typeVersion: versionOf(node) },
			description,
		);
		return { ...node, parameters: { ...differing } };
	});
}
