import type { INode } from 'n8n-workflow';
import type { NodeRun } from './harness';
import { starting } from '../../nodes/Clip/wait/statusCheck';
import { create as submit, credentialFor, itemsOf, MINUTE, useBench, videos, wait } from './support';

const create = { ...submit, options: { submissionsPerMinute: 600 } };

describe('A durable wait', () => {
	const bench = useBench();
	it('pauses the execution and gives one linked project for each item, in order', async () => {
		const items = videos('a', 'sim-slow', 'b');
		const { paused, executions, items: projects, hints, error } = await bench.clip(create, { items });
		expect(error).toBeUndefined();
		expect(paused).toBe(true);
		expect(executions).toBe(2);
		expect(hints).toEqual([]);
		const linked = projects.map(({ json, pairedItem }) => ({
			projectId: json.projectId,
			status: json.status,
			pairedItem,
		}));
		expect(linked).toMatchObject(
			bench.ledger().map(({ projectId }, item) => ({ projectId, status: 'ready', pairedItem: { item } })),
		);
		expect(bench.ledger()).toHaveLength(3);
		expect(projects[0]?.json.clips).toHaveLength(Number(projects[0]?.json.clipCount));
	});

	it('asks for no project before a minute has passed, once in a round, and no more when it is ready', async () => {
		const items = videos('a', 'sim-slow');
		await bench.clip(create, { items });
		const [quick, slow] = bench.ledger().map(({ projectId }) =>
			bench
				.questions()
				.filter(({ path }) => path.endsWith(`/${projectId ?? ''}`))
				.map(({ at }) => at),
		);
		const submitted = bench.ledger()[1]?.at ?? 0;
		expect((quick?.[0] ?? 0) - submitted).toBeGreaterThan(MINUTE);
		// The first check may come before or after the clips are ready, which takes 100 seconds.
		const isReady = (at: number) => at - (bench.ledger()[0]?.at ?? 0) >= 100_000;
		expect(quick?.filter(isReady)).toHaveLength(1);
		const pauses = (slow ?? []).slice(1).map((at, index) => at - (slow?.[index] ?? 0));
		expect(pauses.length).toBeGreaterThan(7);
		expect(Math.min(...pauses)).toBeGreaterThan(MINUTE);
		expect(Math.max(...pauses)).toBeLessThan(2 * MINUTE);
	});

	it('asks at once when it did not create the projects itself', async () => {
		const projectId = await bench.project();
		const began = Date.now();
		await bench.clip(wait, { items: itemsOf({ projectId }) });
		expect((bench.questions()[0]?.at ?? 0) - began).toBeLessThan(10_000);
	});

	it.each([
		['for six checks, as while a vault is away, delays the clips', 6, undefined],
		['any more ends it at Max Wait with the reason', 99, 'Not ready after 20 minutes of waiting'],
	])('whose credential cannot be used %s', async (_what, times, title) => {
		const { baseUrl, ...others } = credentialFor(bench.simulator());
		let left = 0;
		const { items, error } = await bench.clip(
			{ ...create, options: { ...create.options, maxWait: 20 } },
			{
				items: videos('a'),
				credentials: {
					...others,
					get baseUrl() {
						left -= 1;
						return left < 0 ? baseUrl : '';
					},
				},
				onPause: () => (left = times),
			},
		);
		const [projectId] = bench.ledger().map((submission) => submission.projectId);
		expect(error?.message.replace(/:.*/, '')).toBe(title);
		if (error === undefined) expect(items.map(({ json }) => json.status)).toEqual(['ready']);
		else {
			expect(error.context).toMatchObject({ projectId });
			expect(error.description).toContain("'Base URL' must start with http:// or https://");
		}
	});

	it.each([
		['a clipping that fails', 'sim-clipping-fails', {}, 'could not clip this video'],
		['a wait that runs out', 'sim-endless', { maxWait: 3 }, 'Not ready after 3 minutes'],
	])('ends like a held one with %s', async (_what, mark, waitOptions, title) => {
		const run = async (waitMode: string, settings: Partial<INode> = {}) => {
			const items = videos('good', mark);
			const result = await bench.clip(
				{ ...create, options: { waitMode, ...waitOptions } },
				{ items, settings },
			);
			const ids = bench.ledger().slice(-2);
			const plain = (value: unknown) =>
				ids.reduce(
					(text, { projectId }, index) => text.replaceAll(projectId ?? '', `<id ${index}>`),
					JSON.stringify(value ?? null),
				);
			const { message, description } = result.error ?? {};
			return {
				paused: result.paused,
				error: plain(result.error && { message, description }),
				errorItems: plain(result.errorItems.map(({ json }) => json)),
				items: plain(result.items.map(({ json }) => [json.status ?? null, json.error ?? null])),
				count: result.items.length,
			};
		};
		const stopped = await run('durable');
		expect(stopped.paused).toBe(true);
		expect(stopped.error).toContain(title);
		expect(stopped.error).toContain('[item 1]');
		expect(stopped.error).toContain('<id 0> (item 0)');
		expect(stopped).toEqual({ ...(await run('inProcess')), paused: true });
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			const paused = await run('durable', { onError });
			expect(paused).toEqual({ ...(await run('inProcess', { onError })), paused: true });
			expect(paused.count).toBe(onError === 'continueErrorOutput' ? 1 : 2);
		}
	});
});

describe('A process that has just started', () => {
	const bench = useBench();
	afterEach(() => jest.restoreAllMocks());

	it('only pauses its status checks again, because n8n then marks as crashed what it finds running', async () => {
		// The pause at the beginning, and two checks.
		const spy = jest.spyOn(starting, 'isUnderWay');
		for (let count = 0; count < 3; count += 1) spy.mockImplementationOnce(() => true);
		const { items, error } = await bench.clip(create, { items: videos('a') });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.status)).toEqual(['ready']);
		const [submission] = bench.ledger();
		const first = bench.questions()[0]?.at ?? 0;
		expect(first - (submission?.at ?? 0)).toBeGreaterThan(3 * MINUTE);
		expect(first - (submission?.at ?? 0)).toBeLessThan(6 * MINUTE);
	});
});

describe('Where the execution cannot be paused', () => {
	const bench = useBench();

	it.each<[string, Partial<NodeRun>, string]>([
		['an AI agent calls the node', { type: 'clipTool' }, 'an AI agent cannot be paused'],
		['the workflow is not saved', { saved: false }, 'the workflow is not saved'],
		['n8n starts no sub-workflows', { trouble: 'refuses' }, 'Sub-workflows are forbidden here'],
	])('the node waits in its process and says so: %s', async (_why, run, reason) => {
		const items = videos('a', 'b');
		// A tool waits only where it is told to.
		const result = await bench.clip({ ...create, waitForClips: true }, { items, ...run });
		expect(result.error).toBeUndefined();
		expect(result.paused).toBe(false);
		expect(result.items.map(({ json }) => json.status)).toEqual(['ready', 'ready']);
		expect(result.hints).toEqual([expect.stringContaining(reason)]);
		expect(bench.ledger()).toHaveLength(2);
	});
});
