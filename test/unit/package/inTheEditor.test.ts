import { type FromAIArgument, type INode, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { traverseNodeParameters } from 'n8n-workflow';
import { VideoClippingApi } from '../../../credentials/VideoClippingApi.credentials';
import { Clip } from '../../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../../nodes/Clip/ClipTrigger.node';
import { choicesOf } from '../../docs/parameters';

const { description } = new Clip();

/** The tool of an AI agent as n8n makes it of the node. */
const tool: INodeTypeDescription = { ...description, name: 'clipTool', inputs: [], outputs: ['ai_tool'] };

/** A node that was just added by an action, with all defaults. */
function fresh(type: INodeTypeDescription, operation: string): INode {
	const node: INode = {
		id: '1',
		name: 'Clip',
		type: `n8n-nodes-video-clipping.${type.name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: { operation },
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

const operations = choicesOf(description.properties.find(({ name }) => name === 'operation') ?? never());

function never(): never {
	throw new TypeError('The node has no operations.');
}

describe('A node that is added by an action', () => {
	it.each(operations)('is called after it: $action', ({ value, action }) => {
		const { parameters } = fresh(description, String(value));
		expect(NodeHelpers.makeNodeName(parameters, description)).toBe(action);
		const renamed = NodeHelpers.isDefaultNodeName(`${action}1`, description, parameters);
		expect(renamed).toBe(true);
	});

	it('has a name even where it was stored without its resource', () => {
		const { parameters } = fresh(description, 'get');
		expect(parameters.resource).toBe('clip');
		expect(description.properties.find(({ name }) => name === 'resource')?.type).toBe('hidden');
	});

	it.each([
		['get', { projectId: '={{ $json.projectId }}' }],
		['wait', { projectId: '={{ $json.projectId }}' }],
		['download', { videoUrl: '={{ $json.videoUrl }}' }],
	])('%s takes what it needs from the node before', (operation, needed) => {
		expect(fresh(description, operation).parameters).toMatchObject(needed);
	});
});

describe('A fresh tool of an AI agent', () => {
	it('does not wait, and takes the link from the model', () => {
		const node = fresh(tool, 'create');
		expect(node.parameters).toMatchObject({ waitForClips: false });
		expect(argumentsOf(node)).toEqual([
			expect.objectContaining({
				key: 'Video_URL',
				type: 'string',
				description: expect.stringMatching(/link/),
			}),
		]);
	});

	it.each(['get', 'wait'])('%s takes the project from the model', (operation) => {
		expect(argumentsOf(fresh(tool, operation))).toEqual([
			expect.objectContaining({ key: 'Project_ID', description: expect.stringMatching(/projectId/) }),
		]);
	});

	it('does not hold a chat while a project is processed', () => {
		expect(fresh(tool, 'get').parameters.ifNotReady).toBe('status');
	});

	it.each(['create', 'get', 'wait'])('tells the model what %s does, not what people read', (operation) => {
		const told = NodeHelpers.getToolDescriptionForNode(fresh(tool, operation), { description: tool });
		expect(told).not.toBe(description.description);
		expect(told).toMatch(/return/i);
		expect(told).toContain('project');
	});

	it.each(['create', 'get', 'wait'])('has for %s no defaults but those of the tool', (operation) => {
		const stored = NodeHelpers.getNodeParameters(
			tool.properties,
			fresh(tool, operation).parameters,
			false,
			false,
			fresh(tool, operation),
			tool,
		);
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
		expect(shown(true)).toEqual([expect.stringContaining('Next, add Clip: Get')]);
		expect(shown(false)).toEqual([expect.stringContaining('still processing')]);
	});

	it.each([
		'ENOTFOUND',
		'EAI_AGAIN',
		'ECONNREFUSED',
		'ECONNRESET',
		'ETIMEDOUT',
		'ECONNABORTED',
		'ERR_INVALID_URL',
		'CERT',
		'SELF_SIGNED',
	])('explains %s, which n8n shows bare when it tests the credential', (code) => {
		const baseUrl = new VideoClippingApi().properties.find(({ name }) => name === 'baseUrl');
		expect(baseUrl?.hint).toContain(code);
	});

	it.each(['limit', 'maxClipNumber'])('of %s helps who wants the best 3', (name) => {
		const collections = description.properties.filter(({ type }) => type === 'collection');
		const entries = collections.flatMap(({ options = [] }) => options);
		const hints = entries.flatMap((entry) => ('hint' in entry && entry.name === name ? [entry.hint] : []));
		expect(hints).toEqual([expect.stringMatching(/best 3/)]);
	});

	it('of the trigger shows the command for a test, before and while n8n listens', () => {
		const { properties, triggerPanel } = new ClipTrigger().description;
		const command = /curl -X POST .*projectId.*YOUR TEST URL/;
		expect(properties.map(({ displayName }) => displayName)).toContainEqual(expect.stringMatching(command));
		expect(JSON.stringify(triggerPanel)).toMatch(command);
	});
});
