/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createRunExecutionData, type IRunExecutionData } from 'n8n-workflow';
import { type NodeRun, type NodeRunResult, processedItems } from './harness';
import { useBench, YOUTUBE } from './support';
import { after, paidIn, submitOnly, videos } from './videos';

const goingOn = { settings: { onError: 'continueRegularOutput' } } satisfies Partial<NodeRun>;
const UNKNOWN = 'It is unknown whether the project was created';

describe('The journal of submissions', () => {
	const bench = useBench();
	beforeEach(() => processedItems.clear());
	const paid = () => paidIn(bench);
	const paidFor = (mark: string) => paid().filter(({ rawBody }) => rawBody.includes(mark)).length;
	const open = () => processedItems.known.filter((key) => key.startsWith('open/'));
	const lostAnswer = (mark: string) =>
		bench.simulator().faults.add({
			on: 'create',
			phase: 'after',
			match: { videoUrlIncludes: mark },
			fault: { kind: 'reset' },
		});

	it('holds a submission before the service takes it, and knows afterwards that its result is known', async () => {
		let noted: string[] = [];
		bench.simulator().faults.add({ on: 'create', phase: 'before', fault: { kind: 'delay', seconds: 5 } });
		await bench.clip(submitOnly, {
			items: videos('a'),
			onStart: () => setTimeout(() => (noted = processedItems.known), 3_000),
		});
		expect(noted).toHaveLength(4);
		expect(processedItems.known).toHaveLength(3);
		expect(open()).toEqual([]);
	});

	it('must be written, or nothing is sent', async () => {
		processedItems.trouble = new Error('SQLITE_FULL: database or disk is full');
		const { error } = await bench.clip(submitOnly, { items: videos('a') });
		expect(bench.simulator().ledger).toEqual([]);
		expect(error?.message).toBe('n8n could not record the submission, so it was not sent [item 0]');
		expect(error?.description).toContain('Nothing was charged.');
		expect(error?.description).toContain('SQLITE_FULL');
	});

	it('is written again when another process erases it, and nothing is sent while it does so', async () => {
		let erased = 0;
		processedItems.meanwhile = (row) => {
			erased += 1;
			return erased <= 3 ? [] : row;
		};
		await bench.clip(submitOnly, { items: videos('a') });
		expect([erased > 3, paid().length]).toEqual([true, 1]);
		processedItems.meanwhile = () => [];
		const { error } = await bench.clip(submitOnly, { items: videos('b') });
		expect(error?.description).toContain('other processes of n8n erase what is written');
		expect(paidFor('/b"')).toBe(0);
	});

	it('is written again after a lost answer, should another process have erased it meanwhile', async () => {
		lostAnswer('/a');
		bench.simulator().faults.add({ on: 'create', phase: 'before', fault: { kind: 'delay', seconds: 5 } });
		await bench.clip(submitOnly, {
			items: videos('a'),
			executionId: '80',
			onStart: () => setTimeout(() => processedItems.clear(), 3_000),
		});
		const { error } = await bench.clip(submitOnly, { items: videos('a'), executionId: '80' });
		expect([error?.message, paid().length]).toEqual([`${UNKNOWN} [item 0]`, 1]);
	});

	it('keeps a video that is submitted again and again among the newest', async () => {
		await bench.clip(submitOnly, { items: videos('a') });
		processedItems.meanwhile = (row) => [
			...row,
			...Array.from({ length: 2_990 }, (_, index) => `other ${index}`),
		];
		await bench.clip(submitOnly, { items: videos('sim-no-minutes'), ...goingOn });
		processedItems.meanwhile = null;
		await bench.clip(submitOnly, { items: videos('a') });
		await bench.clip(submitOnly, { items: videos('b', 'c', 'd', 'e') });
		const { error } = await bench.clip(submitOnly, { items: videos('a'), mode: 'retry' });
		expect(error?.message).toBe(`${UNKNOWN} [item 0]`);
	});

	it('is done without in a workflow that was never saved', async () => {
		processedItems.trouble = new Error('There is no such workflow');
		const { items } = await bench.clip(submitOnly, { items: videos('a'), saved: false });
		expect(items).toHaveLength(1);
		expect(paid()).toHaveLength(1);
	});

	it('is bounded', async () => {
		await bench.clip(submitOnly, { items: videos('a') });
		processedItems.meanwhile = (row) => [
			...Array.from({ length: 3_000 }, (_, index) => `old ${index}`),
			...row,
		];
		await bench.clip(submitOnly, { items: videos('b') });
		processedItems.meanwhile = null;
		await bench.clip(submitOnly, { items: videos('c') });
		expect(processedItems.known.length).toBeLessThanOrEqual(3_000);
	});

	describe("in n8n's Retry of a run that crashed", () => {
		/** Runs that n8n starts again from the beginning, without what the first one knew. */
		const onlyTheBeginningOf = ({ run }: NodeRunResult): IRunExecutionData => {
			const { runtimeData } = run.data.executionData ?? {};
			return createRunExecutionData({
				executionData: { ...(runtimeData && { runtimeData }), contextData: {} },
			});
		};
		const retry = async (...marks: string[]) =>
			await bench.clip(submitOnly, { items: videos(...marks), mode: 'retry', ...goingOn });

		it('keeps what was accepted, or may have been, from being sent again, and the rest is sent', async () => {
			lostAnswer('/b');
			await bench.clip(submitOnly, { items: videos('a', 'b', 'c'), ...goingOn });
			const { items } = await retry('a', 'b', 'c', 'd');
			expect(items.map(({ json }) => json.error ?? json.status)).toEqual([
				`${UNKNOWN} [item 0]`,
				`${UNKNOWN} [item 1]`,
				`${UNKNOWN} [item 2]`,
				'processing',
			]);
			expect(JSON.stringify(items[0]?.json.details)).toContain('https://youtu.be/a');
			expect(items[0]?.json.details).toMatchObject({ outcome: 'unknownWhetherCreated', projectId: null });
			expect(['/a"', '/b"', '/c"', '/d"'].map(paidFor)).toEqual([1, 1, 1, 1]);
			const again = await retry('a', 'b', 'c', 'd');
			expect(again.items.every(({ json }) => json.error !== undefined)).toBe(true);
			expect(paid()).toHaveLength(4);
		});

		it('is exact where n8n has stored when the run began: another run of the same video is another order', async () => {
			const first = await bench.clip(submitOnly, { items: videos('a'), mode: 'webhook' });
			const began = (run: NodeRunResult) => ({ remembers: onlyTheBeginningOf(run) });
			const { error } = await bench.clip(submitOnly, { items: videos('a'), mode: 'retry', ...began(first) });
			expect(error?.message).toBe(`${UNKNOWN} [item 0]`);
			processedItems.trouble = new Error('killed before anything was written');
			const second = await bench.clip(submitOnly, { items: videos('a'), mode: 'webhook', ...goingOn });
			processedItems.trouble = null;
			await bench.clip(submitOnly, { items: videos('a'), mode: 'retry', ...began(second) });
			expect(paid()).toHaveLength(2);
		});

		it('sends what was refused: nothing was created', async () => {
			await bench.clip(submitOnly, { items: videos('sim-no-minutes'), ...goingOn });
			await retry('sim-no-minutes');
			expect(bench.simulator().ledger).toHaveLength(2);
		});

		it('sends another submission for the same item', async () => {
			await bench.clip(submitOnly, { items: videos('a') });
			await bench.clip({ ...submitOnly, lang: 'de' }, { items: videos('a'), mode: 'retry' });
			expect(paid()).toHaveLength(2);
		});
	});

	it('keeps an execution that n8n starts once more, without what it knew, from sending again', async () => {
		await bench.clip(submitOnly, { items: videos('a'), executionId: '77' });
		const { error } = await bench.clip(submitOnly, { items: videos('a'), executionId: '77' });
		expect(error?.message).toBe(`${UNKNOWN} [item 0]`);
		expect(error?.description).toContain("'Created project'");
		expect(paid()).toHaveLength(1);
	});

	it('lets a new run submit the same video', async () => {
		await bench.clip(submitOnly, { items: videos('a') });
		const { hints } = await bench.clip(submitOnly, { items: videos('a') });
		expect([paid().length, hints]).toEqual([2, []]);
	});

	it('tells a new run of a video whose earlier submission was left without a result', async () => {
		lostAnswer('/a');
		await bench.clip(submitOnly, { items: videos('a') });
		const { hints } = await bench.clip(submitOnly, { items: videos('b', 'a') });
		expect(hints).toEqual([expect.stringContaining('https://youtu.be/a')]);
		expect(hints[0]).toContain('no known result');
		expect(paidFor('/a"')).toBe(2);
	});

	describe("in n8n's Retry of a run that failed", () => {
		const remembered = (from: { run: { data: IRunExecutionData } }) => ({ remembers: from.run.data });

		it('gives the projects that it has, and sends the others', async () => {
			const first = await bench.clip(submitOnly, { items: videos('a', 'sim-no-minutes') });
			const { items, error } = await bench.clip(submitOnly, {
				items: videos('a', 'b'),
				mode: 'retry',
				...remembered(first),
			});
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.projectId)).toEqual(paid().map(({ projectId }) => projectId));
			expect(paid()).toHaveLength(2);
		});

		it('is not mistaken for that of another run of the same videos', async () => {
			const failed = await bench.clip(submitOnly, { items: videos('sim-no-minutes', 'a') });
			await bench.clip(submitOnly, { items: videos('other', 'a') });
			const { items } = await bench.clip(submitOnly, {
				items: videos('b', 'a'),
				mode: 'retry',
				...remembered(failed),
			});
			expect(items).toHaveLength(2);
			expect(paidFor('/a"')).toBe(2);
		});

		it('takes no project of another submission', async () => {
			const first = await bench.clip(submitOnly, { items: videos('a', 'sim-no-minutes') });
			await bench.clip(
				{ ...submitOnly, lang: 'de' },
				{ items: videos('a'), mode: 'retry', ...remembered(first) },
			);
			expect(paid()).toHaveLength(2);
		});
	});

	it('is closed by the answer that comes after a Stop', async () => {
		bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 5 } });
		await bench.clip(submitOnly, {
			items: videos('a', 'b'),
			onStart: (stop) => setTimeout(stop, 3_000),
		});
		await after(30_000);
		expect([paidFor('/a"'), paidFor('/b"'), open()]).toEqual([1, 0, []]);
	});

	it('takes two calls of an agent for the same video for one order, and for another video for another', async () => {
		const tool = { type: 'clipTool', executionId: '78' } as const;
		const call = async (videoUrl: string) => {
			const { error, items } = await bench.clip({ ...submitOnly, videoUrl }, tool);
			return error?.message.slice(0, UNKNOWN.length) ?? items[0]?.json.status;
		};
		expect([await call(YOUTUBE), await call(YOUTUBE), await call(`${YOUTUBE}2`)]).toEqual([
			'processing',
			UNKNOWN,
			'processing',
		]);
		expect(paid()).toHaveLength(2);
	});
});
