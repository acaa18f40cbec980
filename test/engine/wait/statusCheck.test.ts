import { parse } from 'flatted';
import { z } from 'zod/v3';
import { accountIdOf } from '../../../nodes/Clip/service/credential';
import type { PausingHost } from '../bench/pausingHost';
import { create, goingOn, itemsOf, useBench, videos, wait } from '../bench/support';

/** The status check of a paused run, as n8n's database holds it. */
const checkOf = ({ paused }: PausingHost) =>
	paused.find(({ workflow }) => workflow.name.startsWith('Status check for '));

const stored = z.object({
	executionData: z.object({ nodeExecutionStack: z.array(z.object({ data: z.unknown() })) }),
});

/** What the database tells of an execution that waits at a node. */
const waitingAt = (nodeId: string) => ({
	waitTill: new Date(),
	resultData: { runData: {} },
	executionData: { nodeExecutionStack: [{ node: { id: nodeId } }] },
});

describe('The status check of a paused execution', () => {
	const bench = useBench();

	it('has an empty input while it is paused: n8n would store all that it waits for with each pause again', async () => {
		const inputs: unknown[] = [];
		await bench.clip(create, {
			items: videos('a'),
			onPause: (host) => {
				const { executionData } = stored.parse(parse(checkOf(host)?.data ?? '[]'));
				inputs.push(...executionData.nodeExecutionStack.map(({ data }) => data));
			},
		});
		expect(inputs).toEqual([{ main: [[expect.objectContaining({ json: {} })]] }]);
	});

	it('shows no account, also where a project has failed before the pause: whoever sees it could try keys on it', async () => {
		const [failed, open] = [await bench.project(), await bench.project({ videoUrl: 'https://youtu.be/b' })];
		const fault = { kind: 'code', code: 4002, errMsg: 'said' } as const;
		bench.fail({ on: 'query', match: { projectId: failed }, fault });
		const { baseUrl, apiKey } = bench.simulator();
		let data = '';
		await bench.clip(wait, {
			...goingOn,
			items: itemsOf({ projectId: failed }, { projectId: open }),
			onPause: (host) => {
				data = checkOf(host)?.data ?? '';
			},
		});
		expect([data.includes(failed), data.includes(accountIdOf(baseUrl, apiKey))]).toEqual([true, false]);
	});

	it('goes on where the database cannot tell for a moment whether the execution still waits', async () => {
		let asked = 0;
		const { items, error } = await bench.clip(create, {
			items: videos('a'),
			onPause: (host) => {
				Object.assign(host, {
					getRunExecutionData: async () => {
						asked += 1;
						return await Promise.reject(new Error('SQLITE_BUSY: database is locked'));
					},
				});
			},
		});
		expect([error, items.map(({ json }) => json.status)]).toEqual([undefined, ['ready']]);
		expect(asked).toBeGreaterThan(0);
	});

	it.each<[string, object | undefined]>([
		['is over', { ...waitingAt('Clip'), waitTill: null }],
		['is gone', undefined],
		['has failed', { ...waitingAt('Clip'), resultData: { runData: {}, error: { message: 'x' } } }],
		['waits at another node', waitingAt('another')],
		['waits at no node', { ...waitingAt('Clip'), executionData: { nodeExecutionStack: [] } }],
		['has forgotten at what it waits', { waitTill: new Date(), resultData: { runData: {} } }],
	])('asks for nothing more where the execution %s', async (_how, known) => {
		let ends: () => unknown[] = () => ['not paused'];
		await bench.clip(create, {
			items: videos('a'),
			onPause: (host) => {
				ends = () => host.endsOfChecks;
				Object.assign(host, { getRunExecutionData: async () => await Promise.resolve(known) });
			},
		});
		expect(bench.questions()).toEqual([]);
		expect(ends()).toEqual([['success', 0]]);
	});

	it('asks where the execution waits at the node that it works for', async () => {
		const { items } = await bench.clip(create, {
			items: videos('a'),
			onPause: (host) => {
				Object.assign(host, { getRunExecutionData: async () => await Promise.resolve(waitingAt('Clip')) });
			},
		});
		expect(items.map(({ json }) => json.status)).toEqual(['ready']);
	});

	it('gives each item its own data, also where two items have one project', async () => {
		const projectId = await bench.project();
		const { items } = await bench.clip(wait, { items: itemsOf({ projectId }, { projectId }) });
		const clips = items.map(({ json }) => z.array(z.object({})).parse(json.clips));
		expect(items).toHaveLength(2);
		expect(items[0]?.json.clips).toEqual(items[1]?.json.clips);
		expect(items[0]?.json.clips).not.toBe(items[1]?.json.clips);
		expect(clips.flat().length).toBeGreaterThan(2);
	});

	it('asks for each project when it is due: one that is asked seldom neither delays the others nor is asked with them', async () => {
		bench.simulator().configure({ processingSeconds: 900 });
		const [seldom, often] = [await bench.project(), await bench.project()];
		const items = itemsOf({ projectId: seldom, pause: 400 }, { projectId: often, pause: 10 });
		await bench.clip({ ...wait, options: { pollInterval: '={{ $json.pause }}' } }, { items });
		const times = (id: string) => bench.questions().filter(({ path }) => path.endsWith(id)).length;
		expect(times(seldom)).toBeLessThan(5);
		expect(times(often)).toBeGreaterThan(8);
	});

	it('is no operation that somebody could choose', async () => {
		const { outcome } = await bench.clip({ operation: 'statusCheck' });
		expect(outcome).toBe('invalidParameter');
	});
});
