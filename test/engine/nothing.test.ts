import type { INodeParameters } from 'n8n-workflow';
import { Clip } from '../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../nodes/Clip/ClipTrigger.node';
import { operationsOf, type Parameter, parametersOf } from '../docs/parameters';
import { goingOn, itemsOf, useBench, YOUTUBE } from './support';

/** Expressions that give nothing, and what the error calls it. */
const NOTHING = {
	'={{ $json.missing }}': 'undefined',
	'={{ null }}': 'null',
	"={{ ' ' }}": 'empty text',
	'={{ NaN }}': 'NaN',
};

const { properties } = new Clip().description;
const trigger = new ClipTrigger().description.properties;

/** What each operation needs beside the parameter that is tried. */
const NEEDED: Record<string, INodeParameters> = {
	create: { videoUrl: YOUTUBE },
	download: { videoUrl: 'http://127.0.0.1:9/clip.mp4' },
	get: { projectId: '20417733', downloadFiles: true },
	wait: { projectId: '20417733' },
};

const isText = ({ property }: Parameter) => ['string', 'json'].includes(property.type);

/** A parameter with a value, in its collection if it has one. */
function set({ property, collection }: Parameter, value: string): INodeParameters {
	const own = { [property.name]: value };
	return collection === undefined ? own : { [collection.name]: own };
}

const cases = (texts: boolean) =>
	operationsOf(properties).flatMap((operation) =>
		parametersOf(properties, operation)
			.filter((parameter) => isText(parameter) === texts)
			.map((parameter) => ({ operation, path: parameter.path, parameter })),
	);

describe('An expression that gives nothing', () => {
	const bench = useBench();

	it.each(cases(false))(
		'is an error in $operation, $path, before anything is sent',
		async ({ operation, parameter }) => {
			for (const [expression, result] of Object.entries(NOTHING)) {
				const { error } = await bench.clip({
					operation,
					...NEEDED[operation],
					...set(parameter, expression),
				});
				const { displayName } = parameter.property;
				expect(`${expression}: ${error?.message}`).toContain(`'${displayName}' must be`);
				expect(error?.message).toMatch(new RegExp(`its expression gives ${result}$`));
				expect(error?.description).toMatch(
					operation === 'create'
						? /^Nothing was sent/
						: /^Correct the parameter, then execute this node alone/,
				);
			}
			expect(bench.simulator().requests).toEqual([]);
		},
	);

	const options = parametersOf(trigger, null).filter(
		(parameter) => !isText(parameter) && parameter.collection !== undefined,
	);
	it.each(options)('is an error in the trigger, $path, before the service is asked', async (parameter) => {
		for (const [expression, result] of Object.entries(NOTHING)) {
			const { error } = await bench.trigger(
				{ projectId: '20417733' },
				{ parameters: set(parameter, expression) },
			);
			expect(`${expression}: ${error?.message}`).toContain(`'${parameter.property.displayName}' `);
			expect(error?.message).toContain(`its expression gives ${result}`);
			// Error workflows find it there.
			expect(error?.context).toMatchObject({ projectId: '20417733' });
		}
		expect(bench.simulator().requests).toEqual([]);
	});

	describe.each(
		cases(true).filter(({ operation, parameter }) => operation === 'create' && parameter.collection),
	)('is for the text $path', ({ parameter }) => {
		const parameters = { operation: 'create', ...NEEDED.create, waitForClips: false };

		it('an error, too, before anything is sent', async () => {
			const { error } = await bench.clip({ ...parameters, ...set(parameter, '={{ $json.missing }}') });
			expect(error?.message).toContain(`'${parameter.property.displayName}' `);
			expect(error?.message).toContain('its expression gives');
			expect(bench.bodies()).toEqual([]);
		});

		it('no error where it is empty, such as a cell of a sheet: the field is left out', async () => {
			const { error } = await bench.clip({ ...parameters, ...set(parameter, "={{ '' }}") });
			expect(error).toBeUndefined();
			expect(bench.bodies()[0]).not.toHaveProperty(parameter.property.name);
		});
	});

	it('is an error for its own item only when the node continues', async () => {
		const limit = { additionalFields: { maxClipNumber: '={{ $json.max }}' } };
		const { items } = await bench.clip(
			{ operation: 'create', videoUrl: YOUTUBE, waitForClips: false, ...limit },
			{ items: itemsOf({ max: 3 }, {}), ...goingOn },
		);
		expect(items[1]?.json.error).toContain("'Max Clip Number' must be given a value");
		expect(items[1]?.json.error).toContain('[item 1]');
		expect(bench.bodies()).toEqual([expect.objectContaining({ maxClipNumber: 3 })]);
	});

	it('is left out where the model of an AI agent gave no value', async () => {
		const fields = { maxClipNumber: "={{ $fromAI('max', '', 'number', '') }}" };
		const { error } = await bench.clip(
			{ operation: 'create', videoUrl: YOUTUBE, waitForClips: false, additionalFields: fields },
			{ type: 'clipTool' },
		);
		expect(error).toBeUndefined();
		expect(bench.bodies()[0]).not.toHaveProperty('maxClipNumber');
	});

	it('does not make a tool wait where its model gave no value', async () => {
		const projectId = await bench.project();
		const { items } = await bench.clip(
			{
				operation: 'get',
				projectId,
				options: { ifNotReady: "={{ $fromAI('ifNotReady', '', 'string', '') }}" },
			},
			{ type: 'clipTool' },
		);
		expect(items.map(({ json }) => json)).toEqual([{ projectId, status: 'processing' }]);
	});
});
