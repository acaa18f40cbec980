import {
	type IConnections,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowBase,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';
import { Clip } from '../../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../../nodes/Clip/ClipTrigger.node';

const passThrough: INodeType = {
	description: {
		displayName: 'Pass Through',
		name: 'passThrough',
		group: ['transform'],
		version: 1,
		description: 'Hands its items on',
		defaults: { name: 'Pass Through' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		return await Promise.resolve([this.getInputData()]);
	},
};

/** The tool of an AI agent, as n8n makes it: some parameters look at the end of the name. */
const clipTool = Object.assign(new Clip(), { description: { ...new Clip().description, name: 'clipTool' } });
const types: Record<string, INodeType | undefined> = {
	passThrough,
	'n8n-nodes-base.executeWorkflowTrigger': passThrough,
	'n8n-nodes-base.noOp': passThrough,
	'n8n-nodes-base.stickyNote': passThrough,
	clip: new Clip(),
	clipTool,
	clipTrigger: new ClipTrigger(),
};

/** The nodes of that workflow, and of a status check. */
export const nodeTypes: INodeTypes = {
	getByName: (name) => nodeTypes.getByNameAndVersion(name),
	getByNameAndVersion: (name) => {
		const type = types[name];
		if (type === undefined) throw new TypeError(`No node type ${name} in the engine tests.`);
		return NodeHelpers.getVersionedNodeType(type);
	},
	getKnownTypes: () => ({}),
};

/** A workflow with one node of the package, Clip, between a node that hands items in and one that takes them. */
export function workflowOf(
	type: string,
	parameters: INodeParameters,
	settings?: Partial<INode>,
): IWorkflowBase {
	const node = (name: string, nodeType: string, extra: Partial<INode> = {}): INode => ({
		id: name,
		name,
		type: nodeType,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...extra,
	});
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	const connections: IConnections = {
		Before: { main: [to('Clip')] },
		Clip: { main: [to('After'), to('Failed')] },
	};
	return {
		id: 'engine-test',
		name: 'Engine test',
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		settings: { executionOrder: 'v1' },
		nodes: [
			node('Before', 'passThrough'),
			node('Clip', type, {
				parameters,
				credentials: { videoClippingApi: { id: '1', name: 'Video Clipping' } },
				...settings,
			}),
			node('After', 'passThrough'),
			node('Failed', 'passThrough'),
		],
		connections,
	};
}

/** A node of a workflow with its defaults, as the engine takes it. */
export function nodeIn(definition: IWorkflowBase, name: string): { workflow: Workflow; node: INode } {
	const workflow = new Workflow({ ...definition, nodeTypes });
	const node = workflow.getNode(name);
	if (node === null) throw new TypeError(`The workflow has no node ${name}.`);
	return { workflow, node };
}
