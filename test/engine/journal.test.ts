/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { adviceOnUnrecorded } from '../../nodes/Clip/create/rules/advice';
import { UNKNOWN_CREATION } from '../../nodes/Clip/service/rules/advice';
import { createRunExecutionData, sleep } from 'n8n-workflow';
import { type NodeRunResult, processedItems } from './harness';
import { goingOn, logged, submitOnly, useBench, videos, YOUTUBE } from './support';

const UNKNOWN = UNKNOWN_CREATION.title;

/** A refusal that costs nothing. */
const NO_MINUTES = { kind: 'code', code: 4007, errMsg: 'no minutes left' } as const;

/** What n8n has stored of a run that crashed: nothing but its beginning. */
const began = ({ run }: NodeRunResult) => {
	const { runtimeData } = run.data.executionData ?? {};
	return { remembers: createRunExecutionData({ executionData: runtimeData && { runtimeData } }) };
};

describe('The journal of submissions', () => {
	const bench = useBench();

	it('must be written, or nothing is sent', async () => {
		processedItems.trouble = new Error('SQLITE_FULL: database or disk is full');
		const { error } = await bench.clip(submitOnly, { items: videos('a') });
		expect(bench.simulator().ledger).toEqual([]);
		expect(error?.message).toBe(adviceOnUnrecorded('').title);
		expect(error?.description).toContain('SQLITE_FULL');
	});

	it('is written in a third try when the database refuses twice', async () => {
		processedItems.trouble = new Error('SQLITE_BUSY: database is locked');
		const refuseTwice = () => setTimeout(() => (processedItems.trouble = null), 400);
		const { error } = await bench.clip(submitOnly, { items: videos('a'), onStart: refuseTwice });
		expect(error).toBeUndefined();
		expect([bench.paid().length, processedItems.known.length]).toEqual([1, 3]);
	});

	it('gives up after the third try, so that nobody waits for a database that is gone', async () => {
		processedItems.trouble = new Error('SQLITE_BUSY: database is locked');
		const recover = () => setTimeout(() => (processedItems.trouble = null), 600);
		const { error } = await bench.clip(submitOnly, { items: videos('a'), onStart: recover });
		expect(error?.description).toContain('SQLITE_BUSY');
		expect(bench.ledger()).toEqual([]);
	});

	it('warns in the log where a refused submission stays written down, and the refusal is told as it is', async () => {
		bench.simulator().faults.add({ on: 'create', fault: NO_MINUTES });
		processedItems.meanwhile = (row) => {
			processedItems.trouble = new Error('SQLITE_FULL: database or disk is full');
			return row;
		};
		const warnings = logged('warn');
		const { error } = await bench.clip(submitOnly, { items: videos('a') });
		expect(error?.description).toContain(NO_MINUTES.errMsg);
		expect(warnings).toEqual([expect.stringContaining('SQLITE_FULL: database or disk is full')]);
	});

	it('removes nothing that it has not written: a refused run leaves the entry of a run that began with it', async () => {
		const first = await bench.clip(submitOnly, { items: videos('a'), mode: 'webhook' });
		bench.simulator().faults.add({ on: 'create', fault: NO_MINUTES });
		await bench.clip(submitOnly, { items: videos('a'), mode: 'webhook', ...began(first) });
		const { error } = await bench.clip(submitOnly, { items: videos('a'), mode: 'retry', ...began(first) });
		expect(error?.message).toBe(UNKNOWN);
		expect(bench.paid()).toHaveLength(1);
	});

	it('keeps its entry between the tries of one submission; after a refusal only the key by which an execution beside it may be found', async () => {
		let between: string[] = [];
		const fault = { kind: 'code', code: 4003, errMsg: 'slow down' } as const;
		bench.simulator().faults.add({ on: 'create', times: 999, fault });
		await bench.clip(submitOnly, {
			items: videos('a'),
			onStart: () => setTimeout(() => (between = processedItems.known), 10_000),
		});
		expect(between).toHaveLength(3);
		expect(processedItems.known).toEqual([expect.stringMatching(/^any\//)]);
	});

	it('is done without in a workflow that was never saved', async () => {
		processedItems.trouble = new Error('There is no such workflow');
		const { items } = await bench.clip(submitOnly, { items: videos('a'), saved: false });
		expect(items).toHaveLength(1);
		expect(bench.paid()).toHaveLength(1);
	});

	it('has nothing to remove either in a workflow that was never saved', async () => {
		bench.simulator().faults.add({ on: 'create', fault: NO_MINUTES });
		const warnings = logged('warn');
		const { error } = await bench.clip(submitOnly, { items: videos('a'), saved: false });
		expect(error?.description).toContain(NO_MINUTES.errMsg);
		expect(warnings).toEqual([]);
	});

	it('keeps 1,000 submissions, whatever other processes add', async () => {
		const old = Array.from({ length: 3_000 }, (_, index) => `old ${index}`);
		processedItems.meanwhile = (row) => [...old, ...row];
		await bench.clip(submitOnly, { items: videos('a') });
		processedItems.meanwhile = null;
		await bench.clip(submitOnly, { items: videos('b') });
		expect(processedItems.known.length).toBeLessThanOrEqual(3_000);
	});

	it('keeps 2,000 submissions in a Retry, which sends beside what it knows', async () => {
		processedItems.known = Array.from({ length: 9_000 }, (_, index) => `old ${index}`);
		await bench.clip(submitOnly, { items: videos('a'), mode: 'retry' });
		expect(processedItems.known).toHaveLength(6_000);
	});

	it.each<[string, string[]]>([
		['after 999 others', []],
		['in a Retry that sends others before it', ['other']],
	])('remembers the last 1,000 submissions: none is paid for again %s', async (_when, before) => {
		const crashed = { mode: 'retry' } as const;
		await bench.clip(submitOnly, { items: videos('a') });
		const others = Array.from({ length: 998 * 3 }, (_, index) => `other ${index}`);
		processedItems.known = [...processedItems.known, ...others];
		await bench.clip(submitOnly, { items: videos('b') });
		const { items } = await bench.clip(submitOnly, { items: videos(...before, 'a'), ...crashed, ...goingOn });
		expect(items.at(-1)?.json.error).toContain(UNKNOWN);
		expect(bench.bodies().filter((body) => JSON.stringify(body).includes('/a"'))).toHaveLength(1);
	});

	it('is exact in a Retry where n8n has stored when the run began: another run of the same video is another one', async () => {
		const first = await bench.clip(submitOnly, { items: videos('a'), mode: 'webhook' });
		await sleep(1_000);
		const { error } = await bench.clip(submitOnly, { items: videos('a'), mode: 'retry', ...began(first) });
		expect(error?.message).toBe(UNKNOWN);
		processedItems.trouble = new Error('killed before anything was written');
		const second = await bench.clip(submitOnly, { items: videos('a'), mode: 'webhook', ...goingOn });
		processedItems.trouble = null;
		await bench.clip(submitOnly, { items: videos('a'), mode: 'retry', ...began(second) });
		expect(bench.paid()).toHaveLength(2);
	});

	it("says that it is unknown where n8n's memory cannot be asked in a Retry", async () => {
		await bench.clip(submitOnly, { items: videos('a') });
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
			await bench.clip({ ...submitOnly, videoUrl: YOUTUBE }, { type, executionId: '77' });
		expect((await call()).error).toBeUndefined();
		const { error } = await call();
		expect(error?.message).toContain(UNKNOWN);
		expect(`${error?.message} ${error?.description}`).toContain("'Created project'");
		expect(bench.paid()).toHaveLength(1);
	});

	it("in n8n's Retry of a run that failed gives the projects that it has, and sends the others", async () => {
		bench.simulator().faults.add({ on: 'create', match: { videoUrlIncludes: '/b' }, fault: NO_MINUTES });
		const { run } = await bench.clip(submitOnly, { items: videos('a', 'b') });
		expect(bench.paid()).toHaveLength(1);
		const { items, error } = await bench.clip(submitOnly, { mode: 'retry', goesOnFrom: run.data });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.projectId)).toEqual(bench.ids());
		expect(bench.paid()).toHaveLength(2);
	});
});
