/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { sleep } from 'n8n-workflow';
import { endProcess } from '../bench/process';
import { type NodeRunResult, processedItems } from '../bench/harness';
import type { StoredExecution } from '../bench/pausingHost';
import {
	get,
	goingOn,
	create,
	itemsOf,
	logged,
	outcomesOf,
	submitOnly,
	useBench,
	videos,
} from '../bench/support';

const UNKNOWN = 'unknownWhetherCreated';

describe('n8n that is killed', () => {
	const bench = useBench();
	const paid = () => bench.paid().length;
	const paidFor = (mark: string) =>
		bench.paid().filter(({ rawBody }) => rawBody.includes(`/${mark}"`)).length;

	/** What is killed writes nothing any more. */
	const kill = () => (processedItems.trouble = new Error('killed'));
	const killWhen = (isMoment: () => boolean) => () => {
		setTimeout(function look() {
			if (isMoment()) kill();
			else setTimeout(look, 1);
		}, 1);
	};
	/** n8n's Retry of a run of which nothing is left but what was written down. */
	const retry = async (...marks: string[]): Promise<NodeRunResult> => {
		processedItems.trouble = null;
		processedItems.meanwhile = null;
		endProcess();
		bench.simulator().faults.clear();
		// Until n8n is there again, a clock goes on.
		await sleep(1);
		return await bench.clip(submitOnly, { items: videos(...marks), mode: 'retry', ...goingOn });
	};
	const outcomes = ({ items }: NodeRunResult) => outcomesOf(items);

	it('before a submission is written down has sent nothing, and a Retry sends it', async () => {
		kill();
		await bench.clip(submitOnly, { items: videos('a') });
		expect(bench.simulator().ledger).toEqual([]);
		expect(outcomes(await retry('a'))).toEqual(['processing']);
		expect(paid()).toBe(1);
	});

	it('between what is written down and the POST has paid nothing, and a Retry says that it is unknown', async () => {
		processedItems.meanwhile = (row) => {
			kill();
			return row;
		};
		bench.fail({ on: 'create', phase: 'before', fault: { kind: 'reset' } });
		await bench.clip(submitOnly, { items: videos('a') });
		expect(paid()).toBe(0);
		expect(outcomes(await retry('a'))).toEqual([UNKNOWN]);
		expect(paid()).toBe(0);
	});

	it('between the POST and its answer has paid once, and a Retry does not pay again', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 5 } });
		await bench.clip(submitOnly, { items: videos('a'), onStart: killWhen(() => paid() === 1) });
		const result = await retry('a');
		expect(outcomes(result)).toEqual([UNKNOWN]);
		expect(JSON.stringify(result.items[0]?.json.details)).toContain('https://youtu.be/a');
		expect(paid()).toBe(1);
	});

	it('after the answer has paid once, and a Retry does not pay again: it gives the project', async () => {
		await bench.clip(submitOnly, { items: videos('a') });
		expect(outcomes(await retry('a'))).toEqual(['processing']);
		expect(outcomes(await retry('a'))).toEqual(['processing']);
		expect(paid()).toBe(1);
	});

	it('in mid-batch loses no video: a Retry sends what was never sent, and nothing twice', async () => {
		const match = { videoUrlIncludes: '/b' };
		bench.fail({ on: 'create', match, phase: 'after', fault: { kind: 'delay', seconds: 5 } });
		await bench.clip(submitOnly, { items: videos('a', 'b', 'c'), onStart: killWhen(() => paid() === 2) });
		expect(outcomes(await retry('a', 'b', 'c'))).toEqual(['processing', UNKNOWN, 'processing']);
		expect(['a', 'b', 'c'].map(paidFor)).toEqual([1, 1, 1]);
	});

	it('while an execution is paused changes nothing: another process gives each item its project', async () => {
		let stored: StoredExecution[] = [];
		const run = { items: videos('a', 'sim-slow'), executionId: '1' };
		await bench.clip(create, { ...run, onPause: (host) => (stored = host.paused) });
		const { error, items: projects } = await bench.clip(create, { ...run, stored });
		expect(error).toBeUndefined();
		expect(projects.map(({ json, pairedItem }) => [json.projectId, json.status, pairedItem])).toEqual(
			bench.paid().map(({ projectId }, item) => [projectId, 'ready', { item }]),
		);
		expect(paid()).toBe(2);
	});

	it.each(['loses', 'fails'] as const)(
		'in mid-check loses no project: it comes out, or is named, and Get brings its clips (%s)',
		async (trouble) => {
			const log = logged('info');
			const { error, items } = await bench.clip(create, { items: videos('a', 'b'), trouble });
			const ids = bench.ids();
			expect(ids).toHaveLength(2);
			if (error === undefined) expect(items.map(({ json }) => json.projectId)).toEqual(ids);
			// Where n8n itself ends it, the log is all that names them.
			const told = [error?.message, error?.description, items, log];
			for (const projectId of ids) expect(JSON.stringify(told)).toContain(projectId);
			const clips = await bench.clip(get, { items: itemsOf(...ids.map((projectId) => ({ projectId }))) });
			expect([...new Set(clips.items.map(({ json }) => json.projectId))]).toEqual(ids);
			expect(paid()).toBe(2);
		},
	);
});
