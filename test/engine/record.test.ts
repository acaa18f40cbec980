/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createRunExecutionData, type INodeParameters, sleep } from 'n8n-workflow';
import { endProcess } from '../../nodes/Clip/create/processRecords';
import type { FaultInput } from '../simulator';
import { type NodeRun, type NodeRunResult, processedItems } from './harness';
import { create, goingOn, MINUTE, submitOnly, useBench, videos } from './support';

const HOUR = 60 * MINUTE;

type Fault = FaultInput['fault'];
const byHand = { mode: 'manual' } satisfies Partial<NodeRun>;
const called = { mode: 'webhook' } satisfies Partial<NodeRun>;
/** Get the clips at once or not at all. */
const inProcess = { ...create, options: { waitMode: 'inProcess', submissionsPerMinute: 600 } };
const withSubmitAgain = (submitAgain: string) => ({
	...submitOnly,
	options: { ...submitOnly.options, submitAgain },
});
const eachTime = withSubmitAgain('always');
const never = withSubmitAgain('never');

describe('The same video', () => {
	const bench = useBench();
	const paid = () => bench.paid().length;
	/** Projects, or how an item ended, with whether the project was used again. */
	const given = ({ items }: NodeRunResult) =>
		items.map(({ json: { projectId, details, reused } }) => [
			projectId ??
				(typeof details === 'object' && details !== null && 'outcome' in details && details.outcome),
			...(reused === undefined ? [] : [reused]),
		]);
	const press = async (parameters: INodeParameters = submitOnly, more: Partial<NodeRun> = byHand) =>
		await bench.clip(parameters, { items: videos('a'), ...goingOn, ...more });
	/** n8n is started again: of what the process knew nothing is left. */
	const restart = endProcess;
	const answerTo = (fault: Fault, times = 99) => bench.simulator().faults.add({ on: 'query', times, fault });
	const code = (number: number): Fault => ({ kind: 'code', code: number, errMsg: 'said' });
	/** All that n8n's Retry hands over of an execution that has ended, or of one that has crashed: nothing but its beginning. */
	const after = ({ run }: NodeRunResult) => ({ mode: 'retry', remembers: run.data }) as const;
	const afterCrash = ({ run }: NodeRunResult) => {
		const { runtimeData } = run.data.executionData ?? {};
		return {
			mode: 'retry',
			remembers: createRunExecutionData({ executionData: runtimeData && { runtimeData } }),
		} as const;
	};

	it('pressed five times by hand, with restarts between and however old, is paid once and ready at once', async () => {
		const first = await press();
		const [projectId = ''] = bench.ids();
		expect(given(first)).toEqual([[projectId, false]]);
		bench.simulator().finish(projectId);
		for (const pause of [0, MINUTE, 13 * HOUR, 20 * 24 * HOUR]) {
			await sleep(pause);
			restart();
			const began = Date.now();
			const { items, hints } = await press(create);
			expect(items[0]?.json).toMatchObject({ projectId, status: 'ready', reused: true });
			expect(hints).toEqual([expect.stringContaining(projectId)]);
			expect(Date.now() - began).toBeLessThan(3_000);
		}
		expect(paid()).toBe(1);
	});

	it.each([
		['paused', create],
		['kept running', inProcess],
	])(
		'pressed while it is processing is waited for, %s, and reused also after that',
		async (_how, parameters) => {
			await press();
			const { items, paused } = await press(parameters);
			expect(items[0]?.json).toMatchObject({ projectId: bench.ids()[0], status: 'ready', reused: true });
			expect([paused, paid()]).toEqual([parameters === create, 1]);
		},
	);

	it.each([4002, 4004, 4005, 4007, 4008, 4009, 4010])(
		'whose project has failed (%i) is sent again at once by hand, and is the result elsewhere for two hours',
		async (number) => {
			await press();
			answerTo(code(number));
			const began = Date.now();
			expect(given(await press(submitOnly, called))).not.toEqual([[bench.ids()[0], true]]);
			expect((await press(submitOnly, called)).items[0]?.json.details).toMatchObject({
				code: String(number),
			});
			expect(paid()).toBe(1);
			expect(given(await press())).toEqual([[bench.ids()[1], false]]);
			expect([paid(), Date.now() - began < 10_000]).toEqual([2, true]);
			await sleep(2 * HOUR);
			await press(submitOnly, called);
			expect(paid()).toBe(3);
		},
	);

	it('whose project has failed is the result in the same execution and in its Retry, also by hand', async () => {
		const first = await press(submitOnly, { ...byHand, items: videos('a'), rounds: [videos('a')] });
		answerTo(code(4002));
		await press(submitOnly, after(first));
		await press(submitOnly, afterCrash(first));
		expect(paid()).toBe(1);
	});

	it.each([-1000, 4006])(
		'whose project the service does not know (%i) is sent after five looks within three minutes, not before it is ten minutes old',
		async (number) => {
			await press();
			answerTo(code(number), 6);
			await sleep(9 * MINUTE);
			expect(given(await press())).toEqual([[bench.ids()[0], true]]);
			expect(bench.questions()).toHaveLength(1);
			await sleep(2 * MINUTE);
			const began = Date.now();
			const { items, paused } = await press(create);
			expect(items[0]?.json).toMatchObject({ projectId: bench.ids()[1], reused: false });
			expect([paused, paid()]).toEqual([true, 2]);
			expect(bench.paid()[1]?.at).toBeGreaterThan(began + MINUTE);
			expect(bench.paid()[1]?.at).toBeLessThan(began + 3 * MINUTE);
		},
	);

	it('whose project is not known at first is waited for, and an error names it where it stays so', async () => {
		await press();
		answerTo(code(-1000));
		await sleep(5 * MINUTE);
		const { items } = await press(create);
		expect(items[0]?.json.details).toMatchObject({ projectId: bench.ids()[0] });
		expect(paid()).toBe(1);
	});

	it.each<[string, Fault]>([
		['4001', code(4001)],
		['4003', code(4003)],
		['4242', code(4242)],
		['5003', code(5003)],
		['a page', { kind: 'body', body: '<html>' }],
		...[401, 403, 404, 429, 500, 503].map((status): [string, Fault] => [
			`HTTP ${status}`,
			{ kind: 'status', status },
		]),
		['no answer', { kind: 'reset' }],
	])(
		'whose project cannot be asked for (%s) is this project, and nothing is sent',
		async (_answer, fault) => {
			await press();
			await sleep(HOUR);
			answerTo(fault);
			expect(given(await press())).toEqual([[bench.ids()[0], true]]);
			const { items } = await press(inProcess);
			expect(JSON.stringify(items)).toContain(bench.ids()[0]);
			expect(paid()).toBe(1);
		},
	);

	it.each(['webhook', 'trigger', 'integrated', 'evaluation', 'chat', 'cli'] as const)(
		'counts for two hours where nobody executes by hand (%s)',
		async (mode) => {
			for (const pause of [0, 119 * MINUTE, MINUTE]) {
				await sleep(pause);
				restart();
				await press(submitOnly, { mode });
			}
			expect(paid()).toBe(2);
		},
	);

	it('is another one with Each Time, but for twins, rounds of a loop and the Retry of the execution that sent it', async () => {
		const twins = { ...byHand, items: videos('a', 'a'), rounds: [videos('a')] };
		for (let presses = 1; presses < 3; presses += 1) {
			expect(given(await press(eachTime, twins))).toEqual([[bench.ids()[presses - 1], true]]);
		}
		const third = await press(eachTime);
		expect(paid()).toBe(3);
		for (const lost of [after(third), afterCrash(third)]) {
			restart();
			expect(given(await press(eachTime, lost))).toEqual([[bench.ids()[2], true]]);
		}
		expect(given(await press())).toEqual([[bench.ids()[2], true]]);
		expect(paid()).toBe(3);
	});

	it('is another one for each of two executions at once with Each Time', async () => {
		bench
			.simulator()
			.faults.add({ on: 'create', times: 9, phase: 'after', fault: { kind: 'delay', seconds: 3 } });
		await Promise.all([press(eachTime), press(eachTime)]);
		expect(paid()).toBe(2);
	});

	it('is never sent again with Never: not where nobody executes, however old, unless a person does and it has failed', async () => {
		await press(never, called);
		await sleep(20 * 24 * HOUR);
		restart();
		expect(given(await press(never, called))).toEqual([[bench.ids()[0], true]]);
		answerTo(code(4002));
		await press(never, called);
		expect(paid()).toBe(1);
		await press(never);
		expect(paid()).toBe(2);
	});

	it('is one project for two callers in the same second, while the service is slow', async () => {
		bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 8 } });
		const both = await Promise.all([press(submitOnly, called), press(submitOnly, called)]);
		expect(both.map(given)).toEqual([[[bench.ids()[0], false]], [[bench.ids()[0], true]]]);
		expect(paid()).toBe(1);
	});

	it('that another process is sending is looked for for some seconds', async () => {
		bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 3 } });
		const first = press(submitOnly, called);
		await sleep(1_000);
		// What the other process knows, this one does not.
		restart();
		const second = press(submitOnly, { ...called, executionId: 'of another process' });
		expect((await Promise.all([first, second])).map(given)).toHaveLength(2);
		expect(paid()).toBe(1);
	});

	describe('of which nobody knows what came', () => {
		const lose = async () => {
			bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
			const lost = await press(submitOnly, called);
			expect(given(lost)).toEqual([['unknownWhetherCreated']]);
			return lost;
		};

		it('is not sent by hand until Each Time, and elsewhere for two hours', async () => {
			await lose();
			for (const more of [byHand, called]) {
				restart();
				expect(given(await press(submitOnly, more))).toEqual([['unknownWhetherCreated']]);
			}
			await sleep(2 * HOUR);
			expect(given(await press())).toEqual([['unknownWhetherCreated']]);
			expect(given(await press(never, called))).toEqual([['unknownWhetherCreated']]);
			expect(paid()).toBe(1);
			expect(given(await press(eachTime))).toEqual([[bench.ids()[1], false]]);
			expect(given(await press())).toEqual([[bench.ids()[1], true]]);
			expect(paid()).toBe(2);
		});

		it('is sent elsewhere after two hours', async () => {
			await lose();
			await sleep(2 * HOUR);
			expect(given(await press(submitOnly, called))).toEqual([[bench.ids()[1], false]]);
		});

		it('is not sent in the Retry of its execution, with Each Time neither', async () => {
			const lost = await lose();
			await sleep(3 * HOUR);
			for (const retry of [after(lost), afterCrash(lost)]) {
				restart();
				expect(given(await press(eachTime, retry))).toEqual([['unknownWhetherCreated']]);
			}
			expect(paid()).toBe(1);
		});
	});

	it('that an execution has only used again is used in its Retry however old, also after a crash', async () => {
		await press();
		await sleep(3 * HOUR);
		const second = await press();
		expect(paid()).toBe(1);
		for (const lost of [after(second), afterCrash(second)]) {
			restart();
			expect(given(await press(submitOnly, lost))).toEqual([[bench.ids()[0], true]]);
		}
		expect(paid()).toBe(1);
	});

	it('is not yesterday’s in the Retry of an execution that was killed before it sent', async () => {
		await press(submitOnly, called);
		await sleep(24 * HOUR);
		processedItems.trouble = new Error('killed');
		const killed = await press(submitOnly, called);
		processedItems.trouble = null;
		restart();
		expect(given(await press(submitOnly, afterCrash(killed)))).toEqual([[bench.ids()[1], false]]);
	});

	it('counts in the Retry of an execution of which n8n has kept nothing, however old', async () => {
		await press(submitOnly, called);
		await sleep(48 * HOUR);
		restart();
		expect(given(await press(submitOnly, { mode: 'retry' }))).toEqual([[bench.ids()[0], true]]);
	});

	it('that was submitted in the future counts as just written', async () => {
		await press(submitOnly, called);
		jest.setSystemTime(Date.now() - 24 * HOUR);
		restart();
		answerTo(code(-1000), 1);
		expect(given(await press(submitOnly, called))).toEqual([[bench.ids()[0], true]]);
		expect(paid()).toBe(1);
	});

	it('that was refused is sent again, and what was there before holds', async () => {
		const refuse = () =>
			bench
				.simulator()
				.faults.add({ on: 'create', fault: { kind: 'code', code: 4007, errMsg: 'no minutes' } });
		refuse();
		await press();
		expect(given(await press())).toEqual([[bench.ids()[0], false]]);
		refuse();
		await press(eachTime);
		restart();
		expect(given(await press())).toEqual([[bench.ids()[0], true]]);
		expect(paid()).toBe(1);
	});

	it('is sent where n8n is killed while it waits for the pace, and nothing is called unknown', async () => {
		const parameters = { ...submitOnly, options: {} };
		const items = videos('a', 'b', 'c', 'd');
		const kill = () => setTimeout(() => (processedItems.trouble = new Error('killed')), 30_000);
		await bench.clip(parameters, { ...byHand, items, onStart: kill, ...goingOn });
		processedItems.trouble = null;
		restart();
		await sleep(HOUR);
		const { items: pressed } = await bench.clip(parameters, { ...byHand, items });
		expect(pressed.map(({ json }) => json.reused)).toEqual([true, true, true, false]);
		expect(paid()).toBe(4);
	});

	it('is unknown after a reader was killed that left all digits, until Each Time mends it', async () => {
		await press();
		const known = [...processedItems.known];
		processedItems.meanwhile = (row) => {
			// After the first reading, nothing is written any more.
			if (row.length > known.length + 100) processedItems.trouble = new Error('killed');
			return row;
		};
		await press();
		Object.assign(processedItems, { trouble: null, meanwhile: null });
		restart();
		expect(given(await press())).toEqual([['unknownWhetherCreated']]);
		expect(given(await press(submitOnly, called))).toEqual([['unknownWhetherCreated']]);
		expect(given(await press(eachTime))).toEqual([[bench.ids()[1], false]]);
		restart();
		expect(given(await press())).toEqual([[bench.ids()[1], true]]);
		expect(paid()).toBe(2);
	});

	it.each(['number', 'big'] as const)('is known by an ID of any kind (%s)', async (idStyle) => {
		bench.simulator().configure({ idStyle });
		await press();
		restart();
		expect(given(await press())).toEqual([[bench.ids()[0], true]]);
		expect(paid()).toBe(1);
	});

	it('is remembered after 499 others, and its record is whole again where it was pushed out, wholly or by half', async () => {
		await press();
		const keys = processedItems.known.length;
		const others = Array.from({ length: 499 * keys }, (_, index) => `other ${index}`);
		processedItems.known.push(...others);
		await bench.clip(submitOnly, { ...byHand, items: videos('b') });
		restart();
		expect(given(await press())).toEqual([[bench.ids()[0], true]]);
		for (const left of [0, 1, 2, 5, 12, 14, 20]) {
			const own = processedItems.known.filter((key) => !key.startsWith('other'));
			processedItems.known = own.slice(own.length - left);
			restart();
			await sleep(1);
			const pressed = await press();
			if (pressed.items[0]?.json.projectId === undefined) await press(eachTime);
			restart();
			expect(given(await press())).toEqual([[bench.ids().at(-1), true]]);
		}
	});

	it('in a batch of 40, pressed again, is paid once and ready within 3 s', async () => {
		const items = videos(...Array.from({ length: 40 }, (_, index) => `v${index}`));
		await press(submitOnly, { ...byHand, items });
		for (const id of bench.ids()) bench.simulator().finish(id);
		restart();
		const began = Date.now();
		const { items: pressed } = await press(create, { ...byHand, items });
		expect(pressed.filter(({ json }) => json.status === 'ready' && json.reused === true)).toHaveLength(40);
		expect([paid(), Date.now() - began < 3_000]).toEqual([40, true]);
	});

	it('costs one call of n8n’s memory more than its intent; in a process that knows it, none', async () => {
		const calls: number[] = [];
		processedItems.meanwhile = (row) => {
			calls.push(row.length);
			return row;
		};
		await press(submitOnly, called);
		expect(calls).toHaveLength(2);
		await press(submitOnly, called);
		expect(calls).toHaveLength(2);
	});
});
