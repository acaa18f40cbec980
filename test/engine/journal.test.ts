/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createRunExecutionData, type IRunExecutionData, sleep } from 'n8n-workflow';
import { type NodeRunResult, processedItems } from './harness';
import { goingOn, submitOnly, useBench, videos, YOUTUBE } from './support';

const UNKNOWN = 'It is unknown whether the project was created';
const SECOND = 1_000;

describe('The journal of submissions', () => {
	const bench = useBench();
	const paidFor = (mark: string) => bench.paid().filter(({ rawBody }) => rawBody.includes(mark)).length;

	it('must be written, or nothing is sent', async () => {
		processedItems.trouble = new Error('SQLITE_FULL: database or disk is full');
		const { error } = await bench.clip(submitOnly, { items: videos('a') });
		expect(bench.simulator().ledger).toEqual([]);
		expect(error?.message).toBe('n8n could not record the submission, so it was not sent');
		expect(error?.description).toContain('Nothing was charged.');
		expect(error?.description).toContain('SQLITE_FULL');
	});

	it('is written in a third try when the database refuses twice', async () => {
		const locked = new Error('SQLITE_BUSY: database is locked');
		processedItems.trouble = locked;
		const refuseTwice = () => setTimeout(() => (processedItems.trouble = null), 400);
		const { error } = await bench.clip(submitOnly, { items: videos('a'), onStart: refuseTwice });
		expect(error).toBeUndefined();
		expect([bench.paid().length, processedItems.known.length]).toEqual([1, 3]);
	});

	it('keeps its entry between the tries of one submission; after a refusal only the key by which an execution beside it may be found', async () => {
		let between: string[] = [];
		const fault = { kind: 'code', code: 4003, errMsg: 'slow down' } as const;
		bench.simulator().faults.add({ on: 'create', times: 99, fault });
		const submissionOptions = { submissionsPerMinute: 600, maxRateLimitWait: 1 };
		await bench.clip(
			{ ...submitOnly, options: submissionOptions },
			{ items: videos('a'), onStart: () => setTimeout(() => (between = processedItems.known), 10_000) },
		);
		expect(between).toHaveLength(3);
		expect(processedItems.known).toEqual([expect.stringMatching(/^any\//)]);
	});

	it('is done without in a workflow that was never saved', async () => {
		processedItems.trouble = new Error('There is no such workflow');
		const { items } = await bench.clip(submitOnly, { items: videos('a'), saved: false });
		expect(items).toHaveLength(1);
		expect(bench.paid()).toHaveLength(1);
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
		it('is exact where n8n has stored when the run began: another run of the same video is another order', async () => {
			const first = await bench.clip(submitOnly, { items: videos('a'), mode: 'webhook' });
			await sleep(SECOND);
			const began = (run: NodeRunResult) => ({ remembers: onlyTheBeginningOf(run) });
			const { error } = await bench.clip(submitOnly, { items: videos('a'), mode: 'retry', ...began(first) });
			expect(error?.message).toBe(UNKNOWN);
			processedItems.trouble = new Error('killed before anything was written');
			const second = await bench.clip(submitOnly, { items: videos('a'), mode: 'webhook', ...goingOn });
			processedItems.trouble = null;
			await bench.clip(submitOnly, { items: videos('a'), mode: 'retry', ...began(second) });
			expect(bench.paid()).toHaveLength(2);
		});

		it('sends another submission for the same item', async () => {
			await bench.clip(submitOnly, { items: videos('a') });
			await bench.clip({ ...submitOnly, lang: 'de' }, { items: videos('a'), mode: 'retry' });
			expect(bench.paid()).toHaveLength(2);
		});
	});

	it('keeps an execution that n8n starts once more, without what it knew, from sending again', async () => {
		await bench.clip(submitOnly, { items: videos('a'), executionId: '77' });
		const { error } = await bench.clip(submitOnly, { items: videos('a'), executionId: '77' });
		expect(error?.message).toBe(UNKNOWN);
		expect(error?.description).toContain("'Created project'");
		expect(bench.paid()).toHaveLength(1);
	});

	it('lets a new run submit the same video', async () => {
		await bench.clip(submitOnly, { items: videos('a') });
		const { hints } = await bench.clip(submitOnly, { items: videos('a') });
		expect([bench.paid().length, hints]).toEqual([2, []]);
	});

	it("in n8n's Retry of a run that failed gives the projects that it has, and sends the others", async () => {
		const refusal = { kind: 'code', code: 4007, errMsg: 'no minutes left' } as const;
		bench.simulator().faults.add({ on: 'create', match: { videoUrlIncludes: '/b' }, fault: refusal });
		const { run } = await bench.clip(submitOnly, { items: videos('a', 'b') });
		expect(bench.paid()).toHaveLength(1);
		const { items, error } = await bench.clip(submitOnly, { mode: 'retry', goesOnFrom: run.data });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.projectId)).toEqual(bench.ids());
		expect(bench.paid()).toHaveLength(2);
	});

	it('is written for what was sent before a Stop, and for nothing else', async () => {
		bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 5 } });
		await bench.clip(submitOnly, {
			items: videos('a', 'b'),
			onStart: (stop) => setTimeout(stop, 3_000),
		});
		await sleep(30_000);
		expect([paidFor('/a"'), paidFor('/b"'), processedItems.known.length]).toEqual([1, 0, 3]);
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
		expect(bench.paid()).toHaveLength(2);
	});
});

/** A name as many give it: with the time. `$execution.id` changes in each Retry, too. */
const named = { ...submitOnly, additionalFields: { projectName: '={{ "Clips of " + $now.toISO() }}' } };

describe("n8n's Retry does not pay again", () => {
	const bench = useBench();

	it('for videos that have moved in the list, because a new one stands on top', async () => {
		await bench.clip(submitOnly, { items: videos('a', 'b', 'c') });
		await bench.clip(submitOnly, { items: videos('new', 'a', 'b', 'c'), mode: 'retry' });
		expect(bench.paid()).toHaveLength(4);
	});

	it('for what a failed run has got whose project names hold the time', async () => {
		const failed = await bench.clip(named, { items: videos('a', 'b', 'sim-no-minutes') });
		await sleep(60 * SECOND);
		await bench.clip(named, { mode: 'retry', goesOnFrom: failed.run.data });
		expect(bench.paid()).toHaveLength(2);
	});

	it('for what a crashed run has sent whose project names hold the time', async () => {
		await bench.clip(named, { items: videos('a', 'b') });
		await sleep(60 * SECOND);
		await bench.clip(named, { items: videos('a', 'b'), mode: 'retry' });
		expect(bench.paid()).toHaveLength(2);
	});
});
