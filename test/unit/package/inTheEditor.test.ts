import {
	type FromAIArgument,
	type INode,
	type INodeTypeDescription,
	NodeHelpers,
	traverseNodeParameters,
} from 'n8n-workflow';
import { Clip } from '../../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../../nodes/Clip/ClipTrigger.node';
import { choicesOf } from '../../docs/parameters';

const { description } = new Clip();

/** The tool of an AI agent as n8n makes it of the node. */
const tool: INodeTypeDescription = { ...description, name: 'clipTool', inputs: [], outputs: ['ai_tool'] };

/** A node that was just added by an action, with all defaults. */
function fresh(type: INodeTypeDescription, operation: string): INode {
	const node: INode = {
		...{ id: '1', name: 'Clip', type: `n8n-nodes-video-clipping.${type.name}`, typeVersion: 1 },
		...{ position: [0, 0], parameters: { operation } },
	};
	const parameters = NodeHelpers.getNodeParameters(type.properties, node.parameters, true, false, node, type);
	return { ...node, parameters: parameters ?? {} };
}

/** What a model may say when it calls a tool. */
function argumentsOf({ parameters }: INode): FromAIArgument[] {
	const found: FromAIArgument[] = [];
	traverseNodeParameters(parameters, found);
	return found;
}

const operations = description.properties.filter(({ name }) => name === 'operation').flatMap(choicesOf);

describe('A node that is added by an action', () => {
	it.each(operations)('is called after it: $action', ({ value, action }) => {
		const { parameters } = fresh(description, String(value));
		expect(parameters.resource).toBe('clip');
		expect(NodeHelpers.makeNodeName(parameters, description)).toBe(action);
		expect(NodeHelpers.isDefaultNodeName(`${action}1`, description, parameters)).toBe(true);
	});

	it.each([
		['get', 'projectId'],
		['wait', 'projectId'],
		['download', 'videoUrl'],
	])('%s takes its %s from the node before', (operation, name) => {
		expect(fresh(description, operation).parameters[name]).toBe(`={{ $json.${name} }}`);
	});
});

describe('A fresh tool of an AI agent', () => {
	it.each([
		['create', 'Video_URL', /link/],
		['get', 'Project_ID', /projectId/],
		['wait', 'Project_ID', /projectId/],
	])('%s takes from the model its %s, and nothing else', (operation, key, says) => {
		const wanted = expect.objectContaining({ key, type: 'string', description: expect.stringMatching(says) });
		expect(argumentsOf(fresh(tool, operation))).toEqual([wanted]);
	});

	it('does not hold a chat while a project is processed', () => {
		expect(fresh(tool, 'create').parameters.waitForClips).toBe(false);
		expect(fresh(tool, 'get').parameters.ifNotReady).toBeUndefined();
	});

	it.each(['create', 'get', 'wait'])('tells the model what %s does, not what people read', (operation) => {
		const told = NodeHelpers.getToolDescriptionForNode(fresh(tool, operation), { description: tool });
		expect(told).not.toBe(description.description);
		expect(told).toMatch(/return/i);
		expect(told).toContain('project');
	});

	it.each(['create', 'get', 'wait'])('has for %s no defaults but those of the tool', (operation) => {
		const node = fresh(tool, operation);
		const stored = NodeHelpers.getNodeParameters(tool.properties, node.parameters, false, false, node, tool);
		const { operation: kept = 'create', ...others } = stored ?? {};
		expect(kept).toBe(operation);
		expect(Object.values(others).filter((value) => JSON.stringify(value) !== '{}')).toEqual([]);
	});
});

describe('What the panel says', () => {
	const shown = (waitForClips: boolean): string[] => {
		const node = fresh(description, 'create');
		const values = { ...node.parameters, waitForClips };
		return description.properties
			.filter((property) => NodeHelpers.displayParameter(values, property, node, description))
			.flatMap(({ type, displayName, hint = '' }) => [hint, type === 'notice' ? displayName : ''])
			.filter((text) => text !== '');
	};

	it('of the next node fits Wait for Clips', () => {
		const next = expect.stringContaining('Next, add Clip: Get');
		expect(shown(true)).toEqual([next]);
		expect(shown(false)).toEqual([next, expect.stringContaining('still processing')]);
	});

	it('of the trigger shows the command for a test while n8n listens', () => {
		const command = /curl -X POST .*projectId.*YOUR TEST URL/;
		expect(JSON.stringify(new ClipTrigger().description.triggerPanel)).toMatch(command);
	});
});
