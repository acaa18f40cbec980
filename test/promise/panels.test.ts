import {
	type FromAIArgument,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
	NodeHelpers,
	traverseNodeParameters,
} from 'n8n-workflow';
import { Clip } from '../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';
import { choicesOf } from '../../tools/docs/parameters';
import { like } from '../rules/given/matchers';

const clip = new Clip().description;
const trigger = new ClipTrigger().description;

/** The tool of an AI agent as n8n makes it of the node. */
const tool: INodeTypeDescription = { ...clip, name: 'clipTool', inputs: [], outputs: ['ai_tool'] };

/** A node that was just added, with all defaults but what was chosen. */
function added(type: INodeTypeDescription, parameters: INodeParameters): INode {
	const node: INode = {
		...{ id: '1', name: 'Clip', type: `n8n-nodes-video-clipping.${type.name}`, typeVersion: 1 },
		...{ position: [0, 0], parameters },
	};
	const all = NodeHelpers.getNodeParameters(type.properties, parameters, true, false, node, type);
	return { ...node, parameters: all ?? {} };
}

/** What its panel shows, below the credential. */
function panelOf(type: INodeTypeDescription, chosen: INodeParameters) {
	const node = added(type, chosen);
	return type.properties.filter(
		(property) =>
			property.type !== 'hidden' && NodeHelpers.displayParameter(node.parameters, property, node, type),
	);
}

const labelsOf = (type: INodeTypeDescription, chosen: INodeParameters): string[] =>
	panelOf(type, chosen).map(({ displayName }) => displayName);

const operations = clip.properties.filter(({ name }) => name === 'operation').flatMap(choicesOf);

it.each(operations)('A node that is added by an action is called after it: $action', ({ value, action }) => {
	const { parameters } = added(clip, { operation: String(value) });
	expect(parameters.resource).toBe('clip');
	expect(NodeHelpers.makeNodeName(parameters, clip)).toBe(action);
	expect(NodeHelpers.isDefaultNodeName(`${action}1`, clip, parameters)).toBe(true);
});

describe('The panel at first sight', () => {
	const field = 'Put Output File in Field';

	it.each([
		[
			'create',
			{},
			'Video URL, Aspect Ratio, Preferred Length, Language, Wait Until Ready, Additional Fields, Options',
		],
		['get', {}, 'Project ID, Download Files, Simplify, Filters, Options'],
		['get', { downloadFiles: true }, `Project ID, Download Files, ${field}, Simplify, Filters, Options`],
		['wait', {}, 'Project ID, Options'],
	])('of %s with %j has no more than what people set', (operation, more, labels) => {
		const fields = panelOf(clip, { operation, ...more }).filter(({ type }) => type !== 'notice');
		const shown = fields.map(({ displayName }) => displayName);
		expect(shown).toEqual(['Operation', ...labels.split(', ')]);
	});

	it('of the trigger has one notice, and the command for a test while n8n listens', () => {
		const [notice, ...labels] = labelsOf(trigger, {});
		expect(labels).toEqual(['Event', 'Secret', 'Simplify', 'Options']);
		// n8n's panel holds some seventy letters in a line.
		expect(notice?.length).toBeLessThanOrEqual(140);
		expect(JSON.stringify(trigger.triggerPanel)).toMatch(
			/curl -X POST .*projectId.*YOUR_TEST_URL\?secret=YOUR_SECRET/,
		);
	});

	it.each([
		['create', {}, 0],
		['create', { waitForClips: false, lang: 'other' }, 0],
		['create', { options: { submitAgain: 'always' } }, 1],
		['get', { downloadFiles: true }, 0],
		['wait', {}, 0],
	])('of %s with %j has %i notice, and none for an agent', (operation, more, count) => {
		const noticesOf = (node: INodeTypeDescription) =>
			panelOf(node, { operation, ...more }).filter(({ type }) => type === 'notice');
		expect([noticesOf(clip).length, noticesOf(tool).length]).toEqual([count, 0]);
	});

	it('of a tool has no Download Files and no Simplify: an agent takes no files, and gets clips in short', () => {
		expect(labelsOf(tool, { operation: 'get' })).not.toContain('Download Files');
		expect(labelsOf(tool, { operation: 'get' })).not.toContain('Simplify');
	});
});

it.each(['Headline', 'Subtitles'])(
	'Who adds %s, which is on without it, reads that adding it switches it off',
	(label) => {
		const [field] = clip.properties
			.filter(({ name }) => name === 'additionalFields')
			.flatMap(({ options = [] }) => options)
			.filter((option) => 'displayName' in option && option.displayName === label);
		expect(field).toMatchObject({ default: false, hint: like(/unless this field turns them off$/) });
	},
);

describe.each([
	['create', 'Video_URL', /link/],
	['get', 'Project_ID', /projectId/],
	['wait', 'Project_ID', /projectId/],
])('A fresh tool of an AI agent for %s', (operation, key, says) => {
	const node = added(tool, { operation });

	it('takes from the model one thing only', () => {
		const taken: FromAIArgument[] = [];
		traverseNodeParameters(node.parameters, taken);
		const wanted = expect.objectContaining({ key, type: 'string', description: expect.stringMatching(says) });
		expect(taken).toEqual([wanted]);
	});

	it('tells the model what it does, not what people read', () => {
		const told = NodeHelpers.getToolDescriptionForNode(node, { description: tool });
		expect(told).not.toBe(clip.description);
		expect(told).toMatch(/return/i);
		expect(told).toContain('project');
	});

	it('has no defaults but those of the tool', () => {
		const stored = NodeHelpers.getNodeParameters(tool.properties, node.parameters, false, false, node, tool);
		const { operation: kept = 'create', ...others } = stored ?? {};
		expect(kept).toBe(operation);
		expect(Object.values(others).filter((value) => JSON.stringify(value) !== '{}')).toEqual([]);
	});
});
