import { sleep } from 'n8n-workflow';
import type { NodeRun } from '../bench/harness';
import { hasJustStarted } from '../../../nodes/Clip/wait/startUp';
import {
	create as submit,
	MINUTE,
	outcomesOf,
	useBench,
	videos,
	wait,
	credentialFor,
} from '../bench/support';

jest.mock('../../../nodes/Clip/wait/startUp', () => ({ hasJustStarted: jest.fn(() => false) }));
/** What the process says of itself, until it says otherwise: it has started long ago. */
const saysStartUp = jest.mocked(hasJustStarted);

const create = { ...submit, options: { submissionsPerMinute: 600 } };

describe('A durable wait', () => {
	const bench = useBench();

	it('asks for no project before a minute has passed, once in a round, and no more when it is ready', async () => {
		await bench.clip(create, { items: videos('a', 'sim-slow') });
		const [quick = [], slow = []] = bench.ids().map((projectId) =>
			bench
				.questions()
				.filter(({ path }) => path.endsWith(`/${projectId}`))
				.map(({ at }) => at),
		);
		const submittedAt = bench.ledger().map(({ at }) => at);
		expect((quick[0] ?? 0) - (submittedAt[1] ?? 0)).toBeGreaterThan(MINUTE);
		// The first check may come before or after the clips are ready, which takes 100 seconds.
		expect(quick.filter((at) => at - (submittedAt[0] ?? 0) >= 100_000)).toHaveLength(1);
		const pauses = slow.slice(1).map((at, index) => at - (slow[index] ?? 0));
		expect(pauses.length).toBeGreaterThan(7);
		expect(Math.min(...pauses)).toBeGreaterThan(MINUTE);
		expect(Math.max(...pauses)).toBeLessThan(2 * MINUTE);
	});

	it('asks at once when it did not create the projects itself', async () => {
		const projectId = await bench.project();
		const began = Date.now();
		await bench.clip({ ...wait, projectId });
		expect((bench.questions()[0]?.at ?? 0) - began).toBeLessThan(10_000);
	});

	describe.each([
		['a clipping that fails', 'sim-clipping-fails', {}, 'failed'],
		['a wait that runs out', 'sim-endless', { maxWait: 3 }, 'timedOut'],
	])('ends like a held one with %s', (_what, mark, options, kind) => {
		/** Which of two items is the bad one, and what On Error is; how many items come out, and what the error names. */
		const cases = [
			[1, 'stopWorkflow', 0, '<id 0> (item 0)'],
			[1, 'continueRegularOutput', 2, '<id 1>'],
			[1, 'continueErrorOutput', 1, '<id 1>'],
			[0, 'stopWorkflow', 0, '<id 1> (item 1)'],
			[0, 'continueRegularOutput', 2, '<id 0>'],
			[0, 'continueErrorOutput', 1, '<id 0>'],
		] as const;
		it.each(cases)('in item %i where On Error is %s', async (bad, onError, count, named) => {
			const items = videos(...(bad === 0 ? [mark, 'good'] : ['good', mark]));
			const run = async (waitMode: string) => {
				const parameters = { ...create, options: { ...options, waitMode } };
				const result = await bench.clip(parameters, { items, settings: { onError }, mode: 'integrated' });
				const { paused, error, items: given, errorItems, outcome } = result;
				expect([paused, given.length]).toEqual([waitMode === 'durable', count]);
				const failed = outcomesOf(given).concat(outcomesOf(errorItems), outcome);
				expect(failed.filter((one) => one !== 'ready' && one !== undefined)).toEqual([kind]);
				const jsons = [...given, ...errorItems].map(({ json }) => [json.status, json.error, json.details]);
				const [first = '', second = ''] = bench.ids().slice(-2);
				return JSON.stringify([error?.message, error?.description, jsons])
					.replaceAll(first, '<id 0>')
					.replaceAll(second, '<id 1>');
			};
			const told = await run('durable');
			for (const part of [`[item ${bad}]`, named]) expect(told).toContain(part);
			expect(told).toBe(await run('inProcess'));
		});

		it('and names no item where there is only one', async () => {
			const parameters = { ...create, options };
			const { error, outcome } = await bench.clip(parameters, { items: videos(mark) });
			expect(outcome).toBe(kind);
			expect(error?.message).not.toContain('[item');
		});
	});
});

describe('A process that has just started', () => {
	const bench = useBench();

	it('only pauses its status checks again, because n8n then marks as crashed what it finds running', async () => {
		// The pause at the beginning, and two checks.
		for (let count = 0; count < 3; count += 1) saysStartUp.mockReturnValueOnce(true);
		const { items, error } = await bench.clip(create, { items: videos('a') });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.status)).toEqual(['ready']);
		const waited = (bench.questions()[0]?.at ?? 0) - (bench.ledger()[0]?.at ?? 0);
		expect(waited).toBeGreaterThan(3 * MINUTE);
		expect(waited).toBeLessThan(6 * MINUTE);
	});
});

describe('A wait of hours', () => {
	const bench = useBench();

	it('is looked after each quarter of an hour, also where a process has just started', async () => {
		const projectId = await bench.project({ videoUrl: 'https://youtu.be/sim-endless' });
		const running = bench.clip({ ...wait, projectId });
		await sleep(180 * MINUTE);
		saysStartUp.mockReturnValueOnce(true);
		await sleep(60 * MINUTE);
		bench.simulator().finish(projectId);
		await running;
		const asked = bench.questions().map(({ at }) => at);
		const pauses = asked.map((at, index) => at - (asked[index - 1] ?? at));
		expect(asked.length).toBeGreaterThan(10);
		expect(Math.max(...pauses)).toBeLessThan(17.5 * MINUTE);
	});
});

describe('Where the execution cannot be paused', () => {
	const bench = useBench();

	it.each<[string, Partial<NodeRun>, string]>([
		['an AI agent calls the node', { type: 'clipTool' }, 'an AI agent cannot be paused'],
		['the workflow is not saved', { saved: false }, 'the workflow is not saved'],
		['an evaluation tries the workflow', { mode: 'evaluation' }, 'an evaluation does not wait'],
		['one tries a workflow that calls it', { evaluationRunId: '7' }, 'an evaluation does not wait'],
		['n8n starts no sub-workflows', { trouble: 'refuses' }, 'Sub-workflows are forbidden here'],
	])('the node waits in its process and says so: %s', async (_why, run, reason) => {
		// A tool waits only where it is told to.
		const result = await bench.clip({ ...create, waitForClips: true }, { items: videos('a', 'b'), ...run });
		expect(result.error).toBeUndefined();
		expect(result.paused).toBe(false);
		expect(result.items.map(({ json }) => json.status)).toEqual(['ready', 'ready']);
		expect(result.hints).toEqual([expect.stringContaining(reason)]);
		expect(bench.ledger()).toHaveLength(2);
	});

	it('the node waits in its process and says so: the status check cannot open the credential', async () => {
		const known = credentialFor(bench.simulator());
		let count = 0;
		const credentials = {
			...known,
			get apiKey() {
				count += 1;
				// The first two times, the node itself opens it.
				if (count === 3) throw new Error('SQLITE_BUSY: database is locked');
				return known.apiKey;
			},
		};
		const { items, hints, paused } = await bench.clip(create, { items: videos('a'), credentials });
		expect([paused, items.map(({ json }) => json.status)]).toEqual([false, ['ready']]);
		expect(hints).toEqual([expect.stringContaining('database is locked')]);
		expect(bench.ledger()).toHaveLength(1);
	});
});
