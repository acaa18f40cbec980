import { CORRECT_PARAMETER } from '../../../nodes/Clip/problems/items';
import type { INodeParameters } from 'n8n-workflow';
import { Clip } from '../../../nodes/Clip/Clip.node';
import { ClipTrigger } from '../../../nodes/Clip/ClipTrigger.node';
import { operationsOf, type Parameter, parametersOf } from '../../../tools/docs/parameters';
import { goingOn, itemsOf, submitOne, useBench, YOUTUBE } from '../bench/support';

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
				const given = { operation, ...NEEDED[operation], ...set(parameter, expression) };
				const { error } = await bench.clip(given);
				const { displayName } = parameter.property;
				expect(`${expression}: ${error?.message}`).toContain(`'${displayName}'`);
				expect(error?.message).toMatch(new RegExp(` ${result}$`));
				expect(error?.description).toContain(CORRECT_PARAMETER);
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
			expect(error?.message).toMatch(new RegExp(`${result}$`));
			// Error workflows find it there.
			expect(error?.context).toMatchObject({ projectId: '20417733' });
		}
		expect(bench.simulator().requests).toEqual([]);
	});

	it.each(cases(true).filter(({ operation, parameter }) => operation === 'create' && parameter.collection))(
		'is an error for the text $path, too, but an empty cell of a sheet leaves the field out',
		async ({ parameter }) => {
			const { displayName, name } = parameter.property;
			const { error } = await bench.clip({ ...submitOne, ...set(parameter, '={{ $json.missing }}') });
			expect(error?.message).toContain(`'${displayName}' `);
			expect(error?.message).toContain(' expression ');
			expect(bench.bodies()).toEqual([]);
			const empty = await bench.clip({ ...submitOne, ...set(parameter, "={{ '' }}") });
			expect(empty.error).toBeUndefined();
			expect(bench.bodies()[0]).not.toHaveProperty(name);
		},
	);

	it('is an error for its own item only when the node continues', async () => {
		const additionalFields = { maxClipNumber: '={{ $json.max }}' };
		const run = { items: itemsOf({ max: 3 }, {}), ...goingOn };
		const { items } = await bench.clip({ ...submitOne, additionalFields }, run);
		expect(items[1]?.json.error).toContain("'Max Clip Number'");
		expect(items[1]?.json.error).toContain('[item 1]');
		expect(bench.bodies()).toEqual([expect.objectContaining({ maxClipNumber: 3 })]);
	});

	it('is left out where the model of an AI agent gave no value', async () => {
		const additionalFields = { maxClipNumber: "={{ $fromAI('max', '', 'number', '') }}" };
		const { error } = await bench.clip({ ...submitOne, additionalFields }, { type: 'clipTool' });
		expect(error).toBeUndefined();
		expect(bench.bodies()[0]).not.toHaveProperty('maxClipNumber');
	});
});
