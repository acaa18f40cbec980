import type { INodeParameters } from 'n8n-workflow';
import { holding } from '../../rules/given/matchers';
import { get, goingOn, itemsOf, outcomesOf, toErrorOutput, useBench, wait } from '../bench/support';
import { NOTHING_CHARGED } from '../../rules/given/texts';

const operations: Array<[name: string, parameters: INodeParameters]> = [
	['Get', get],
	['Wait', { ...wait, options: { waitMode: 'inProcess' } }],
];

/** What Create gives for a video that the service cannot use. */
const refused = {
	error: 'The service cannot use this video',
	details: { projectId: null, code: '4008', outcome: 'sourceProblem', description: 'Open the link first.' },
};

describe('After an error', () => {
	const bench = useBench();

	it.each(operations)('%s hands the item on as it is, and serves the others', async (_name, parameters) => {
		const projectId = await bench.finished();
		const clips = await bench.clip({ ...get, projectId });
		const items = itemsOf(refused, clips.items[0]?.json ?? {});
		const served = await bench.clip(parameters, { items, ...goingOn });
		const [first, ...others] = served.items;
		expect(first?.json).toEqual(refused);
		expect(others.length).toBeGreaterThan(0);
		expect(others.every(({ json }) => json.error === undefined)).toBe(true);
	});

	it('the item leaves by the error output, with the fields of its input', async () => {
		const items = itemsOf({ ...refused, row: 7 });
		const { items: served, errorItems } = await bench.clip(get, { items, ...toErrorOutput });
		expect(served).toEqual([]);
		expect(errorItems.map(({ json }) => json)).toEqual([{ ...refused, row: 7 }]);
	});

	it.each(operations)(
		'%s that stops says what the node before said, and does not call it free',
		async (_name, parameters) => {
			const { error } = await bench.clip(parameters, { items: itemsOf(refused) });
			expect(error?.message).toContain(refused.error);
			expect(error?.description).toContain('Open the link first.');
			expect(error?.description).toContain('On Error');
			expect(error?.description).not.toContain(NOTHING_CHARGED);
		},
	);

	it('an item that names a project is none of an earlier node: what is wrong with it is said', async () => {
		const items = itemsOf({ ...refused, projectId: 'no ID!' });
		const { items: served } = await bench.clip(get, { items, ...goingOn });
		expect(served[0]?.json.error).toContain("'Project ID'");
	});

	it('what has failed all items names none of them', async () => {
		const { items } = await bench.clip({ operation: 'none' }, { items: itemsOf({}, {}), ...goingOn });
		expect(outcomesOf(items)).toEqual(['invalidParameter', 'invalidParameter']);
		expect(JSON.stringify(items)).not.toContain('[item');
	});

	it('what the service says stands in its description, with the code', async () => {
		const fault = { kind: 'code', code: 4002, errMsg: 'no' } as const;
		bench.fail({ on: 'query', times: 9, fault });
		const { items } = await bench.clip({ ...get, projectId: '20417733' }, goingOn);
		expect(items[0]?.json.details).toMatchObject({
			description: holding('"no" (code 4002, project 20417733)'),
		});
	});

	it('one that stops names the item that carries it', async () => {
		const { error } = await bench.clip(get, { items: itemsOf(refused, refused) });
		expect(error?.message).toContain(`${refused.error} [item 0]`);
	});
});
