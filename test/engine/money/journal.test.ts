/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { inWords } from '../../rules/given/texts';
import { VideoRecord } from '../../../nodes/Clip/create/record/videoRecord';
import { endProcess } from '../bench/process';
import { keepInProcess, findInProcess, recordName } from '../../../nodes/Clip/create/record/recordsInProcess';
import { DatabaseRecord } from '../../../nodes/Clip/create/record/databaseRecord';
import { beginNodeExecution } from '../../../nodes/Clip/n8n/nodeExecution';
import { createRunExecutionData, sleep } from 'n8n-workflow';
import { contextOf, type NodeRunResult, processedItems } from '../bench/harness';
import { goingOn, logged, MINUTE, submitOnly, useBench, videos, YOUTUBE } from '../bench/support';

/** The keys of a record: the content, two marks, 13 digits of the time, 11 of an ID of eight digits. */
const KEYS = 27;

/** How many keys n8n remembers for a node. */
const MOST_KEYS = 20_000;

/** A refusal that costs nothing. */
const NO_MINUTES = { kind: 'code', code: 4007, errMsg: 'no minutes left' } as const;

/** What n8n has stored of a run that crashed: nothing but its beginning. */
const began = ({ run }: NodeRunResult) => {
	const { runtimeData } = run.data.executionData ?? {};
	return { remembers: createRunExecutionData({ executionData: runtimeData && { runtimeData } }) };
};

describe('The record of submissions', () => {
	const bench = useBench();

	it('must be written, or nothing is sent', async () => {
		processedItems.trouble = new Error('SQLITE_FULL: database or disk is full');
		const { error } = await bench.clip(submitOnly, { items: videos('a') });
		expect(bench.simulator().ledger).toEqual([]);
		expect(error?.message).toBe(inWords('unrecorded', { reason: '' }).title);
		expect(error?.description).toContain('SQLITE_FULL');
	});

	it('is taken over by one process only, though two have found an old one', async () => {
		const context = contextOf();
		const [one, other, reader] = [1, 2, 3].map(
			() => new DatabaseRecord(context, 'video', { toWrite: [], toMatch: [] }, false),
		);
		const [old, now] = [Date.now() - 3 * 60 * MINUTE, Date.now()];
		await one?.claim(old);
		await one?.noteProject(old, '71');
		const before = { submittedAt: old, projectId: '71' };
		expect(await one?.replace(before, now)).toBe(true);
		expect(await other?.replace(before, now + 7)).toBe(false);
		expect(await reader?.claim(now + 9)).toMatchObject({
			previous: { submittedAt: now, projectId: null },
		});
	});

	it.each([true, false])(
		'is taken over (%s), unless another process writes back what it has read before',
		async (isTaken) => {
			const row = new DatabaseRecord(contextOf(), 'video', { toWrite: [], toMatch: [] }, true);
			const [old, now] = [Date.now() - 3 * 60 * MINUTE, Date.now()];
			await row.claim(old);
			const { known } = processedItems;
			const taking = row.replace({ submittedAt: old, projectId: null }, now);
			await sleep(100);
			if (!isTaken) processedItems.known = known;
			expect(await taking).toBe(isTaken);
			const before = { submittedAt: isTaken ? now : old, projectId: null };
			expect(await row.claim(now + 9_000)).toMatchObject({ previous: before });
		},
	);

	it('that came to nothing does not come back, also where the database did not take it back at once', async () => {
		const entry = new VideoRecord(beginNodeExecution(contextOf()), 'video');
		const begun = await entry.claim();
		processedItems.trouble = new Error('away');
		if (begun.state === 'claimed') await entry.releaseClaim(begun);
		processedItems.trouble = null;
		const found = await entry.claim();
		const again = found.state === 'found' ? await entry.replace(found, true) : found;
		if (again.state === 'claimed') await entry.releaseClaim(again);
		endProcess();
		expect([found.state, again.state, (await entry.claim()).state]).toEqual(['found', 'claimed', 'claimed']);
	});

	it('is written in a third try when the database refuses twice', async () => {
		processedItems.trouble = new Error('SQLITE_BUSY: database is locked');
		const refuseTwice = () => setTimeout(() => (processedItems.trouble = null), 400);
		const { error } = await bench.clip(submitOnly, { items: videos('a'), onStart: refuseTwice });
		expect(error).toBeUndefined();
		expect([bench.paid().length, processedItems.known.length]).toEqual([1, KEYS]);
	});

	it('gives up after the third try, so that nobody waits for a database that is gone', async () => {
		processedItems.trouble = new Error('SQLITE_BUSY: database is locked');
		const recover = () => setTimeout(() => (processedItems.trouble = null), 1_000);
		const { error } = await bench.clip(submitOnly, { items: videos('a'), onStart: recover });
		expect(error?.description).toContain('SQLITE_BUSY');
		expect(bench.ledger()).toEqual([]);
	});

	it('warns in the log where a refused submission stays written down, and the refusal is told as it is', async () => {
		bench.fail({ on: 'create', fault: NO_MINUTES });
		processedItems.meanwhile = (row) => {
			processedItems.trouble = new Error('SQLITE_FULL: database or disk is full');
			return row;
		};
		const warnings = logged('warn');
		const { error } = await bench.clip(submitOnly, { items: videos('a') });
		expect(error?.description).toContain(NO_MINUTES.errMsg);
		expect(warnings).toEqual([expect.stringContaining('SQLITE_FULL: database or disk is full')]);
	});

	it('removes nothing that it has not written: a refused run leaves the record of a run that began with it', async () => {
		const first = await bench.clip(submitOnly, { items: videos('a'), mode: 'webhook' });
		bench.fail({ on: 'create', fault: NO_MINUTES });
		const always = { ...submitOnly, options: { submitAgain: 'always' } };
		await bench.clip(always, { items: videos('a'), mode: 'webhook', ...began(first) });
		const { items } = await bench.clip(submitOnly, { items: videos('a'), mode: 'retry', ...began(first) });
		expect(items[0]?.json.projectId).toBe(bench.ids()[0]);
		expect(bench.paid()).toHaveLength(1);
	});

	it('is taken back between the tries of one submission, and after a refusal', async () => {
		let between: string[] | undefined;
		const fault = { kind: 'code', code: 4003, errMsg: 'slow down' } as const;
		bench.fail({ on: 'create', times: 999, fault });
		await bench.clip(submitOnly, {
			items: videos('a'),
			onStart: () => setTimeout(() => (between = processedItems.known), 10_000),
		});
		expect([between, processedItems.known]).toEqual([[], []]);
	});

	it('is done without in a workflow that was never saved', async () => {
		processedItems.trouble = new Error('There is no such workflow');
		const { items } = await bench.clip(submitOnly, { items: videos('a'), saved: false });
		expect(items).toHaveLength(1);
		expect(bench.paid()).toHaveLength(1);
	});

	it('has nothing to remove either in a workflow that was never saved', async () => {
		bench.fail({ on: 'create', fault: NO_MINUTES });
		const warnings = logged('warn');
		const { error } = await bench.clip(submitOnly, { items: videos('a'), saved: false });
		expect(error?.description).toContain(NO_MINUTES.errMsg);
		expect(warnings).toEqual([]);
	});

	it.each(['manual', 'retry'] as const)('is bounded, whatever other processes add (%s)', async (mode) => {
		processedItems.known = Array.from({ length: MOST_KEYS + 99 }, (_, index) => `old ${index}`);
		await bench.clip(submitOnly, { items: videos('a'), mode });
		expect(processedItems.known).toHaveLength(MOST_KEYS);
	});

	it('of the last 500 submissions is remembered in a Retry that sends others before it: none is paid for again', async () => {
		await bench.clip(submitOnly, { items: videos('a') });
		const others = Array.from({ length: 498 * KEYS }, (_, index) => `other ${index}`);
		processedItems.known = [...processedItems.known, ...others];
		await bench.clip(submitOnly, { items: videos('b') });
		endProcess();
		const { items } = await bench.clip(submitOnly, {
			items: videos('other', 'a'),
			mode: 'retry',
			...goingOn,
		});
		expect(items.at(-1)?.json.projectId).toBe(bench.ids()[0]);
		expect(bench.bodies().filter((body) => JSON.stringify(body).includes('/a"'))).toHaveLength(1);
	});

	it('is exact in a Retry where n8n has stored when the run began: another run of the same video is another one', async () => {
		const first = await bench.clip(submitOnly, { items: videos('a'), mode: 'webhook' });
		await sleep(1_000);
		const { items } = await bench.clip(submitOnly, { items: videos('a'), mode: 'retry', ...began(first) });
		expect(items[0]?.json.projectId).toBe(bench.ids()[0]);
		await sleep(2 * 60 * MINUTE);
		processedItems.trouble = new Error('killed before anything was written');
		const second = await bench.clip(submitOnly, { items: videos('a'), mode: 'webhook', ...goingOn });
		processedItems.trouble = null;
		await bench.clip(submitOnly, { items: videos('a'), mode: 'retry', ...began(second) });
		expect(bench.paid()).toHaveLength(2);
	});

	it("says that it is unknown where n8n's memory cannot be asked in a Retry", async () => {
		await bench.clip(submitOnly, { items: videos('a') });
		endProcess();
		processedItems.trouble = new Error('SQLITE_BUSY');
		const { outcome } = await bench.clip(submitOnly, { items: videos('a'), mode: 'retry' });
		expect(outcome).toBe('unknownWhetherCreated');
		expect(bench.ids()).toHaveLength(1);
	});

	it.each([
		['an execution that runs again under its ID, without what it knew,', 'clip'],
		['an agent that calls again', 'clipTool'],
	] as const)('keeps %s from sending again', async (_who, type) => {
		const call = async () =>
			await bench.clip(
				{ ...submitOnly, videoUrl: YOUTUBE, options: { submitAgain: 'always' } },
				{ type, executionId: '77' },
			);
		expect((await call()).error).toBeUndefined();
		endProcess();
		expect((await call()).items[0]?.json.projectId).toBe(bench.ids()[0]);
		expect(bench.paid()).toHaveLength(1);
	});

	it("in n8n's Retry of a run that failed gives the projects that it has, and sends the others", async () => {
		bench.fail({ on: 'create', match: { videoUrlIncludes: '/b' }, fault: NO_MINUTES });
		const { run } = await bench.clip(submitOnly, { items: videos('a', 'b') });
		expect(bench.paid()).toHaveLength(1);
		const { items, error } = await bench.clip(submitOnly, { mode: 'retry', goesOnFrom: run.data });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.projectId)).toEqual(bench.ids());
		expect(bench.paid()).toHaveLength(2);
	});
});

describe('What a process knows of submissions', () => {
	const note = (name: string, at: number, marks: readonly string[] = []) =>
		keepInProcess(name, { submittedAt: at, projectId: null }, marks);
	beforeEach(endProcess);
	afterAll(endProcess);

	it('is that of the last 5,000, and one that is used again is the latest', () => {
		for (let at = 0; at < 5_000; at += 1) note(`${at}`, at);
		note('0', 0);
		note('new', 5_000);
		const known = ['0', '1', '2', 'new'].map((name) => findInProcess(name)?.submittedAt);
		expect(known).toEqual([0, undefined, 2, 5_000]);
	});

	it('has the last 50 executions, each once, as long as it is the same submission', () => {
		const marks = Array.from({ length: 51 }, (_, index) => `execution ${index}`);
		for (const mark of [...marks, 'execution 50']) note('a', 7, [mark]);
		expect(findInProcess('a')?.marks).toEqual(marks.slice(1));
		note('a', 8, ['execution 99']);
		expect(findInProcess('a')?.marks).toEqual(['execution 99']);
	});

	it('is of a node by its ID; where the workflow is not saved, by its name, since each call has another ID', () => {
		const named = (workflowId: string | undefined, id: string, name: string) => {
			const context = contextOf();
			jest.spyOn(context, 'getWorkflow').mockReturnValue({ id: workflowId, active: false });
			jest.spyOn(context, 'getNode').mockReturnValue({ ...context.getNode(), id, name });
			return recordName(context, 'video');
		};
		expect(named('1', 'a', 'Clip')).toBe(named('1', 'a', 'Renamed'));
		expect(named('1', 'a', 'Clip')).not.toBe(named('1', 'b', 'Clip'));
		expect(named('1', 'a', 'Clip')).not.toBe(named('2', 'a', 'Clip'));
		expect(named(undefined, 'a', 'Clip')).toBe(named(undefined, 'b', 'Clip'));
		expect(named(undefined, 'a', 'Clip')).not.toBe(named(undefined, 'a', 'Clip 2'));
		jest.restoreAllMocks();
	});
});
