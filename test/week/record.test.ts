/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
// Before the engine, which reads it.
import '../engine/bench/environment';
import { sleep } from 'n8n-workflow';
import { processedItems } from '../engine/bench/harness';
import {
	after,
	afterCrash,
	byHand,
	called,
	code,
	eachTime,
	type Fault,
	given,
	HOUR,
	inProcess,
	restart,
	usePresses,
} from '../engine/bench/pressing';
import { create, goingOn, MINUTE, submitOnly, videos } from '../engine/bench/support';

/*
 * The long table of promise 3; one case of each kind is test/engine/money/record.test.ts.
 */

describe('The same video', () => {
	const presses = usePresses();
	const { bench, paid, press, answerTo } = presses;

	it.each([4004, 4005, 4007, 4008, 4009, 4010])(
		'whose project has failed (%i) is sent again at once by hand, and is the result elsewhere for two hours',
		presses.failedIsSentByHand,
	);

	it('whose project the service does not know (4006) is sent after five looks within three minutes, not before it is ten minutes old', async () => {
		await presses.unknownIsSentLater(4006);
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
			await presses.isThisProject(fault);
		},
	);

	it.each(['trigger', 'integrated', 'evaluation', 'chat', 'cli'] as const)(
		'counts for two hours where nobody executes by hand (%s)',
		presses.countsForTwoHours,
	);

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

	it('whose project has failed is the result in the same execution and in its Retry, also by hand', async () => {
		const first = await press(submitOnly, { ...byHand, items: videos('a'), rounds: [videos('a')] });
		answerTo(code(4002));
		await press(submitOnly, after(first));
		await press(submitOnly, afterCrash(first));
		expect(paid()).toBe(1);
	});

	it('whose project is not known at first is waited for, and an error names it where it stays so', async () => {
		await press();
		answerTo(code(-1000));
		await sleep(5 * MINUTE);
		const { items } = await press(create);
		expect(items[0]?.json.details).toMatchObject({ projectId: bench.ids()[0] });
		expect(paid()).toBe(1);
	});

	it('is another one for each of two executions at once with Each Time', async () => {
		bench
			.simulator()
			.faults.add({ on: 'create', times: 9, phase: 'after', fault: { kind: 'delay', seconds: 3 } });
		await Promise.all([press(eachTime), press(eachTime)]);
		expect(paid()).toBe(2);
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
		// This process knows it all the same.
		expect(given(await press())).toEqual([[bench.ids()[0], true]]);
		restart();
		expect(given(await press())).toEqual([['unknownWhetherCreated']]);
		expect(given(await press(submitOnly, called))).toEqual([['unknownWhetherCreated']]);
		expect(given(await press(eachTime))).toEqual([[bench.ids()[1], false]]);
		restart();
		expect(given(await press())).toEqual([[bench.ids()[1], true]]);
		expect(paid()).toBe(2);
	});

	it('is known though another process reads its record in the moment in which its project is noted', async () => {
		bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 3 } });
		const first = press(submitOnly, called);
		await sleep(2_990);
		const before = processedItems.known;
		const [content = ''] = before;
		const time = before.flatMap((key) => /\/(\d+)\.(\d)$/.exec(key)?.slice(1) ?? []);
		const digits = time.flatMap((digit, index) => (index % 2 === 1 ? [digit] : [])).reverse();
		const read = Array.from(
			{ length: 160 },
			(_, key) => `${content}/${digits.join('')}/${Math.floor(key / 10)}.${key % 10}`,
		);
		processedItems.known = [...before, ...read];
		await sleep(50);
		processedItems.known = processedItems.known.filter((key) => !read.includes(key));
		await first;
		restart();
		expect(given(await press())).toEqual([[bench.ids()[0], true]]);
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
});
