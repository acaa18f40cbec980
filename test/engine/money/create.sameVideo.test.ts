import { type INodeExecutionData, sleep } from 'n8n-workflow';
import { endProcess } from '../bench/process';
import { keepInProcess, findInProcess, recordName } from '../../../nodes/Clip/create/record/recordsInProcess';
import { contextOf, type NodeRunResult, processedItems } from '../bench/harness';
import { byHand, called, code, eachTime, given, HOUR, restart, usePresses } from '../bench/pressing';
import {
	create,
	credentialFor,
	goingOn,
	itemsOf,
	logged,
	outcomesOf,
	submitOnly,
	useBench,
	videos,
	YOUTUBE,
} from '../bench/support';

describe('The same video with the same settings', () => {
	const bench = useBench();
	const given = (items: readonly INodeExecutionData[]) => items.map(({ json }) => json.projectId);
	const outputs = ({ run }: NodeRunResult) =>
		(run.data.resultData.runData.Clip ?? []).map((task) => given(task.data?.main?.[0] ?? []));

	it('twice in a batch is one project: both items get it, each linked to its own', async () => {
		const { items } = await bench.clip(create, { items: videos('a', 'b', 'a') });
		const [a, b] = bench.ids();
		expect(bench.ids()).toHaveLength(2);
		expect(given(items)).toEqual([a, b, a]);
		expect(items.map(({ json, pairedItem }) => [json.status, pairedItem])).toEqual(
			[0, 1, 2].map((item) => ['ready', { item }]),
		);
		expect(items[0]?.json).not.toBe(items[2]?.json);
	});

	it('in a batch adds no hint, and no line to the log', async () => {
		const log = logged('info');
		const { hints } = await bench.clip(submitOnly, { items: videos('a', 'b', 'a') });
		expect([hints, log.filter((line) => line.includes('the same video'))]).toEqual([[], []]);
	});

	it('in a later round of a loop is one project', async () => {
		const result = await bench.clip(submitOnly, { items: videos('a'), rounds: [videos('a', 'b')] });
		const [a, b] = bench.ids();
		expect(bench.ids()).toHaveLength(2);
		expect(outputs(result)).toEqual([[a], [a, b]]);
	});

	it('in a later round of a loop is the project that was used again, even if it has failed and n8n was restarted since', async () => {
		await bench.clip(submitOnly, { items: videos('a'), ...byHand });
		bench.fail({
			on: 'create',
			match: { videoUrlIncludes: '/b' },
			fault: { kind: 'delay', seconds: 3 },
			phase: 'after',
		});
		const failMeanwhile = () =>
			void sleep(1_500).then(() => {
				restart();
				bench.fail({ on: 'query', times: 99, fault: code(4002) });
			});
		const rounds = [videos('a')];
		const more = { items: videos('a', 'b'), rounds, onStart: failMeanwhile, ...byHand };
		const result = await bench.clip(submitOnly, more);
		const [a, b] = bench.ids();
		expect([outputs(result), bench.paid().length]).toEqual([[[a, b], [a]], 2]);
	});

	it('in two calls of an agent at the same time is one project', async () => {
		const tool = { type: 'clipTool', items: videos('a', 'a') } as const;
		const { items, hints } = await bench.clip({ ...submitOnly, videoUrl: YOUTUBE }, tool);
		// An agent knows of calls, not of items.
		expect(hints).toEqual([]);
		expect(bench.ids()).toHaveLength(1);
		expect(given(items)).toEqual([bench.ids()[0], bench.ids()[0]]);
	});

	it.each([
		['', 'manual'],
		[", also in a Retry of which n8n has kept nothing, and in that one's Retry", 'retry'],
	] as const)('is sent again if the service has refused it, for it cost nothing%s', async (_when, mode) => {
		const items = videos('sim-no-minutes', 'sim-no-minutes');
		const { run } = await bench.clip(submitOnly, { items, mode, ...goingOn });
		expect([bench.simulator().ledger.length, bench.ids().length]).toEqual([2, 0]);
		await bench.clip(submitOnly, { items, mode: 'retry', remembers: run.data, ...goingOn });
		expect([bench.simulator().ledger.length, bench.ids().length]).toEqual([4, 0]);
	});

	it('gets the same error where it is unknown what came of it', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
		const { items } = await bench.clip(submitOnly, { items: videos('a', 'a'), ...goingOn });
		expect(outcomesOf(items)).toEqual(['unknownWhetherCreated', 'unknownWhetherCreated']);
		const [first, second] = items.map(({ json }) => JSON.stringify(json.error).replace(/\d\]"$/, ''));
		expect(first).toBe(second);
		expect(bench.ids()).toHaveLength(1);
	});
});

describe("n8n's Retry of an execution that crashed in mid-batch", () => {
	const bench = useBench();

	it('sends what was never sent, and ends with one error that lists the videos of which nobody knows what came', async () => {
		const match = (mark: string) => ({ videoUrlIncludes: `/${mark}` });
		for (const mark of ['a', 'b']) {
			const fault = { kind: 'reset' } as const;
			bench.fail({ on: 'create', phase: 'after', match: match(mark), fault });
		}
		await bench.clip(submitOnly, { items: videos('a', 'b'), ...goingOn });
		endProcess();
		// A table with the newest on top gives each video another place.
		const items = videos('c', 'a', 'b', 'd');
		const { error, outcome } = await bench.clip(submitOnly, { items, mode: 'retry' });
		const [, , c, d] = bench.ids();
		expect(bench.ids()).toHaveLength(4);
		expect(outcome).toBe('unknownWhetherCreated');
		expect(error?.message).toContain('[item 1]');
		expect(error?.description).toContain('https://youtu.be/a');
		expect(error?.description).toContain('https://youtu.be/b (item 2).');
		expect(error?.description).toContain(`${c} (item 0), ${d} (item 3)`);
	});
});

describe('The same video, at which several processes are', () => {
	const { bench, paid, press, answerTo } = usePresses();

	it('is not sent again where another one has sent it, while it waited for the pace because its project had failed', async () => {
		const parameters = { ...submitOnly, options: {} };
		await bench.clip(parameters, { ...byHand, items: videos('a', 'b', 'c') });
		const [failed = ''] = bench.ids();
		const fault = { kind: 'code', code: 4002, errMsg: 'said' } as const;
		bench.simulator().faults.add({ on: 'query', times: 99, match: { projectId: failed }, fault });
		const waiting = press(parameters);
		await sleep(10_000);
		await press(eachTime);
		expect(given(await waiting)).toEqual([[bench.ids()[3], true]]);
		expect(paid()).toBe(4);
	});

	it('whose project has failed is asked for once, though it waits for the pace', async () => {
		const parameters = { ...submitOnly, options: {} };
		await bench.clip(parameters, { ...byHand, items: videos('a', 'b', 'c') });
		answerTo(code(4002));
		expect(given(await press(parameters))).toEqual([[bench.ids()[3], false]]);
		expect(bench.questions()).toHaveLength(1);
	});

	it('is the project that another one has made last, though this one knows of a submission without an answer', async () => {
		bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
		await press(submitOnly, called);
		const [content = ''] = processedItems.known;
		const name = recordName(contextOf(), content);
		const lost = findInProcess(name);
		await press(eachTime, called);
		if (lost !== null) keepInProcess(name, lost, lost.marks);
		expect(given(await press(submitOnly, called))).toEqual([[bench.ids()[1], true]]);
		expect([lost?.projectId, paid()]).toEqual([null, 2]);
	});

	it('is sent two hours after its record was spoilt', async () => {
		await press(submitOnly, called);
		// Another process has written a second digit at the first place of the time.
		processedItems.known = [...processedItems.known, `${processedItems.known[0] ?? ''}/0.9`];
		for (const expected of [
			['unknownWhetherCreated'],
			['unknownWhetherCreated'],
			[expect.any(String), false],
		]) {
			restart();
			expect(given(await press(submitOnly, called))).toEqual([expected]);
			await sleep(HOUR);
		}
		expect(paid()).toBe(2);
	});
});

describe('The same video while another account ends the execution', () => {
	const [ADA, BOB] = ['key-of-ada', 'key-of-bob'];
	const bench = useBench({ apiKey: ADA, otherKeys: [BOB] });

	it('names its project, which the service does not know for a moment', async () => {
		const of = (apiKey: string) => ({ videoUrl: `https://youtu.be/${apiKey}`, apiKey });
		const credentials = { ...credentialFor(bench.simulator()), apiKey: '={{ $json.apiKey }}' };
		await bench.clip(submitOnly, { ...byHand, credentials, items: itemsOf(of(ADA)) });
		await sleep(HOUR);
		bench
			.simulator()
			.faults.add(
				{ on: 'query', times: 99, fault: code(4006) },
				{ on: 'create', phase: 'after', fault: { kind: 'hang' } },
			);
		const items = itemsOf(of(BOB), of(ADA));
		const { error, outcome } = await bench.clip(submitOnly, { ...byHand, credentials, items });
		expect([outcome, bench.paid().length]).toEqual(['unknownWhetherCreated', 2]);
		expect(error?.description).toContain(bench.ids()[0]);
	});
});
