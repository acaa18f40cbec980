import { sleep } from 'n8n-workflow';
import { keepInProcess, findInProcess, recordName } from '../../../nodes/Clip/create/record/recordsInProcess';
import { DatabaseRecord } from '../../../nodes/Clip/create/record/databaseRecord';
import { contextOf, processedItems } from '../bench/harness';
import {
	after,
	afterCrash,
	byHand,
	called,
	code,
	eachTime,
	given,
	HOUR,
	restart,
	usePresses,
} from '../bench/pressing';
import { create, goingOn, logged, submitOnly, videos } from '../bench/support';

/*
 * The same video where executions meet, n8n is killed, or its memory is spoilt.
 */

describe('The same video', () => {
	const { bench, paid, press, answerTo } = usePresses();

	it('is not sent after a Stop that comes while its old record is replaced', async () => {
		await press(eachTime, called);
		restart();
		await sleep(60_000);
		const stopSoon = (stop: () => void) => void sleep(600).then(stop);
		await press(eachTime, { ...called, onStart: stopSoon });
		await sleep(10_000);
		expect(paid()).toBe(1);
		expect(given(await press(submitOnly, called))).toEqual([[bench.ids()[0], true]]);
	});

	it('is another one for each of two executions at once with Each Time', async () => {
		bench.fail({ on: 'create', times: 9, phase: 'after', fault: { kind: 'delay', seconds: 3 } });
		await Promise.all([press(eachTime), press(eachTime)]);
		expect(paid()).toBe(2);
	});

	it.each([
		['for some seconds', 3_000, []],
		['again by whoever comes next', 14_000, [['unknownWhetherCreated']]],
	])('that another process is sending is looked for %s', async (_how, takes, before) => {
		await press(submitOnly, called);
		const [content = ''] = processedItems.known;
		const [projectId = ''] = bench.ids();
		processedItems.clear();
		restart();
		const other = new DatabaseRecord(contextOf(), content, { toWrite: [], toMatch: [] }, false);
		const at = Date.now();
		await other.claim(at);
		void sleep(takes).then(async () => await other.noteProject(at, projectId));
		for (const found of [...before, [projectId, true]])
			expect(given(await press(submitOnly, called))).toEqual([found]);
		expect(paid()).toBe(1);
	});

	it('is not sent again in the Retry of its execution whose mark was pushed out of n8n’s memory', async () => {
		bench.simulator().faults.add({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
		const lost = await press(eachTime, called);
		processedItems.known = processedItems.known.filter((key) => !/execution|since/.test(key));
		expect(given(await press(eachTime, afterCrash(lost)))).toEqual([['unknownWhetherCreated']]);
		expect(paid()).toBe(1);
	});

	it('that was refused in a workflow that was never saved leaves the project that was there before', async () => {
		const unsaved = { ...byHand, saved: false };
		await press(submitOnly, unsaved);
		bench.simulator().faults.add({ on: 'create', fault: code(4007) });
		await press(eachTime, unsaved);
		expect(given(await press(submitOnly, unsaved))).toEqual([[bench.ids()[0], true]]);
		expect(paid()).toBe(1);
	});

	it('that is used again is in the log, with its project, the execution and when it was submitted', async () => {
		await press(submitOnly, called);
		await sleep(HOUR);
		const lines = logged('info');
		await press(submitOnly, { ...called, executionId: '77' });
		expect(lines).toHaveLength(1);
		const [projectId = 'none'] = bench.ids();
		for (const part of [projectId, 'https://youtu.be/a', 'execution 77', 'item 0'])
			expect(lines[0]).toContain(part);
		const [since = ''] = /\d{4}-[\d:.T-]+Z/.exec(lines[0] ?? '') ?? [];
		expect(Math.abs(Date.parse(since) - (bench.paid()[0]?.at ?? 0))).toBeLessThan(1_000);
	});

	it('is by hand the project that another process has made last, though this one knows an older', async () => {
		await press();
		const [content = ''] = processedItems.known;
		const name = recordName(contextOf(), content);
		const older = findInProcess(name);
		await press(eachTime);
		if (older !== null) keepInProcess(name, older, older.marks);
		expect(given(await press())).toEqual([[bench.ids()[1], true]]);
		expect([older?.projectId, paid()]).toEqual([bench.ids()[0], 2]);
	});

	it('is the project that another process has made in place of one that has failed, which this one knows', async () => {
		await press(submitOnly, called);
		const [content = ''] = processedItems.known;
		const name = recordName(contextOf(), content);
		const failed = findInProcess(name);
		await press(eachTime);
		if (failed !== null) keepInProcess(name, failed, failed.marks);
		answerTo(code(4002), 1);
		expect(given(await press(submitOnly, called))).toEqual([[bench.ids()[1], true]]);
		expect(paid()).toBe(2);
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
		// Three go out within a minute; n8n is killed while the fourth waits.
		const kill = async () => {
			while (paid() < 3) await sleep(1_000);
			await sleep(10_000);
			processedItems.trouble = new Error('killed');
		};
		await bench.clip(parameters, { ...byHand, items, onStart: () => void kill(), ...goingOn });
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

	it.each([
		['did not take when it came', 3_000],
		['has lost since', 60_000],
	])('is noted anew when a process uses its project that n8n’s memory %s', async (_what, until) => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 3 } });
		const first = press();
		await sleep(until - 1_500);
		const intent = processedItems.known;
		processedItems.trouble = until === 3_000 ? new Error('away') : null;
		await first;
		await sleep(10_000);
		Object.assign(processedItems, { trouble: null, known: intent.slice(0, -1) });
		for (let presses = 0; presses < 2; presses += 1) {
			expect(given(await press())).toEqual([[bench.ids()[0], true]]);
			restart();
		}
		expect(paid()).toBe(1);
	});

	it('is known though another process reads its record in the moment in which its project is noted', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 3 } });
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

	it('that was submitted days ago is not paid again in the Retry of an execution by hand that had not come to it', async () => {
		await press();
		await sleep(72 * HOUR);
		const items = videos('sim-no-minutes', 'a');
		const first = await bench.clip(submitOnly, { ...byHand, items });
		expect(first.outcome).toBe('quota');
		restart();
		const { items: retried } = await bench.clip(submitOnly, { ...after(first), items, ...goingOn });
		expect(retried[1]?.json).toMatchObject({ projectId: bench.ids()[0], reused: true });
		expect(paid()).toBe(1);
	});

	it('of which nobody knows what came does not keep the rest of a batch from being sent in a Retry', async () => {
		const match = { videoUrlIncludes: '/b' };
		bench.fail({ on: 'create', phase: 'after', match, fault: { kind: 'reset' } });
		const items = videos('a', 'b', 'c');
		const first = await bench.clip(submitOnly, { ...called, items });
		expect([first.outcome, paid()]).toEqual(['unknownWhetherCreated', 2]);
		const retried = await bench.clip(submitOnly, { ...after(first), items });
		expect([retried.outcome, paid()]).toEqual(['unknownWhetherCreated', 3]);
	});

	it('that could not be sent is sent a moment later though the database did not take its record back', async () => {
		bench.fail({ on: 'create', fault: code(4003) });
		processedItems.meanwhile = (row) => {
			processedItems.trouble = new Error('SQLITE_BUSY');
			void sleep(3_000).then(() => (processedItems.trouble = null));
			processedItems.meanwhile = null;
			return row;
		};
		expect(given(await press())).toEqual([[bench.ids()[0], false]]);
		expect(paid()).toBe(1);
	});

	it('that waits for the pace is sent though the database did not take its record back', async () => {
		processedItems.meanwhile = (row) => {
			if (row.filter((key) => !key.includes('/')).length < 4) return row;
			processedItems.trouble = new Error('SQLITE_BUSY');
			void sleep(3_000).then(() => (processedItems.trouble = null));
			processedItems.meanwhile = null;
			return row;
		};
		const items = videos('a', 'b', 'c', 'd');
		const sent = await bench.clip({ ...submitOnly, options: {} }, { ...byHand, items, ...goingOn });
		expect(given(sent)).toEqual(bench.ids().map((id) => [id, false]));
		expect(paid()).toBe(4);
	});

	it('is sent once where the database takes the record and does not say so', async () => {
		processedItems.meanwhile = (row) => {
			processedItems.meanwhile = null;
			processedItems.known = row;
			throw new Error('Connection terminated unexpectedly');
		};
		expect(given(await press())).toEqual([[bench.ids()[0], false]]);
		expect(paid()).toBe(1);
	});
});
