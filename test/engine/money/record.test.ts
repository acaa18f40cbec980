import { sleep } from 'n8n-workflow';
import { EACH_TIME_PAYS, ADVICE } from '../../../nodes/Clip/problems/advice';
import { processedItems } from '../bench/harness';
import {
	after,
	afterCrash,
	byHand,
	called,
	code,
	eachTime,
	given,
	HOUR,
	inProcess,
	never,
	restart,
	usePresses,
} from '../bench/pressing';
import { create, MINUTE, submitOnly, videos } from '../bench/support';

describe('The same video', () => {
	const { bench, paid, press, answerTo } = usePresses();

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
		expect([given(await press()), paid()]).toEqual([[[bench.ids()[2], true]], 3]);
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

	it('with Each Time is never said to go on at no cost when it is executed again', async () => {
		const waiting = { ...create, options: { ...eachTime.options, waitMode: 'inProcess', maxWait: 1 } };
		const { items } = await press(waiting);
		expect(items[0]?.json.details).toMatchObject({ outcome: 'timedOut' });
		const told = JSON.stringify(items);
		for (const text of [ADVICE.payerEachTime.goOn, EACH_TIME_PAYS]) expect(told).toContain(text);
		for (const text of [ADVICE.person.goOn, ADVICE.operator.goOn]) expect(told).not.toContain(text);
	});

	it.each([
		['with Never', never, called],
		['by hand', submitOnly, byHand],
	])(
		'%s leaves no trace of those who only use it again, which would push out what others have paid',
		async (_how, parameters, mode) => {
			await press(parameters, mode);
			restart();
			await press(parameters, mode);
			const size = processedItems.known.length;
			for (let presses = 0; presses < 5; presses += 1) {
				restart();
				await press(parameters, mode);
			}
			expect(processedItems.known.length).toBe(size);
			expect(paid()).toBe(1);
		},
	);

	it('names its project when it is stopped while the service does not know it', async () => {
		await press();
		await sleep(HOUR);
		answerTo(code(4006));
		const { items, error } = await press(create, {
			...byHand,
			onStart: (stop) => void sleep(15_000).then(stop),
		});
		expect(JSON.stringify([items, error?.message])).toContain(bench.ids()[0]);
		expect(paid()).toBe(1);
	});

	it('is one project for two callers in the same second, while the service is slow', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'delay', seconds: 8 } });
		const both = await Promise.all([press(submitOnly, called), press(submitOnly, called)]);
		expect(both.map(given)).toEqual([[[bench.ids()[0], false]], [[bench.ids()[0], true]]]);
		expect(paid()).toBe(1);
	});

	describe('of which nobody knows what came', () => {
		const lose = async () => {
			bench.fail({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
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

	it.each([
		['an execution', byHand],
		['a published execution', called],
	])(
		'that %s has only used again is used in its Retry however old, also after a crash',
		async (_what, how) => {
			await press(submitOnly, how);
			await sleep(HOUR);
			const second = await press(submitOnly, how);
			await sleep(5 * HOUR);
			for (const lost of [after(second), afterCrash(second)]) {
				restart();
				expect(given(await press(submitOnly, lost))).toEqual([[bench.ids()[0], true]]);
			}
			expect(paid()).toBe(1);
		},
	);

	it('that was submitted again lately is known though it was first submitted 500 submissions ago', async () => {
		await press();
		const [content = ''] = processedItems.known;
		await press(eachTime);
		const others = Array.from({ length: 100 }, (_, index) => `other ${index}`);
		processedItems.known = [...processedItems.known.filter((key) => key !== content), ...others];
		for (let presses = 0; presses < 2; presses += 1) {
			restart();
			expect(given(await press())).toEqual([[bench.ids()[1], true]]);
		}
		expect(paid()).toBe(2);
	});

	it('is unknown also where it was first submitted 500 submissions ago, and the answer to the last one was lost', async () => {
		await press();
		const [content = ''] = processedItems.known;
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
		await press(eachTime);
		processedItems.known = processedItems.known.filter((key) => key !== content);
		for (const more of [byHand, called]) {
			restart();
			expect(given(await press(submitOnly, more))).toEqual([['unknownWhetherCreated']]);
		}
		expect(paid()).toBe(2);
	});

	it('that was refused is sent again, and what was there before holds', async () => {
		const refuse = () =>
			bench.fail({ on: 'create', fault: { kind: 'code', code: 4007, errMsg: 'no minutes' } });
		refuse();
		await press();
		expect(given(await press())).toEqual([[bench.ids()[0], false]]);
		refuse();
		await press(eachTime);
		restart();
		expect(given(await press())).toEqual([[bench.ids()[0], true]]);
		expect(paid()).toBe(1);
	});

	it('costs two calls of n8n’s memory more than its intent; in a process that knows it, none', async () => {
		const calls: number[] = [];
		processedItems.meanwhile = (row) => {
			calls.push(row.length);
			return row;
		};
		await press(submitOnly, called);
		expect(calls).toHaveLength(3);
		await press(submitOnly, called);
		expect(calls).toHaveLength(3);
	});

	it('pressed while it is processing is waited for, and is reused also after that', async () => {
		await press();
		const { items, paused } = await press(create);
		expect(items[0]?.json).toMatchObject({ projectId: bench.ids()[0], status: 'ready', reused: true });
		expect([paused, paid()]).toEqual([true, 1]);
	});

	it('whose project has failed is sent again at once by hand, and is the result elsewhere for two hours', async () => {
		await press();
		answerTo(code(4002));
		const began = Date.now();
		expect(given(await press(submitOnly, called))).not.toEqual([[bench.ids()[0], true]]);
		expect((await press(submitOnly, called)).items[0]?.json.details).toMatchObject({
			code: '4002',
		});
		expect(paid()).toBe(1);
		expect(given(await press())).toEqual([[bench.ids()[1], false]]);
		expect([paid(), Date.now() - began < 10_000]).toEqual([2, true]);
		await sleep(2 * HOUR);
		await press(submitOnly, called);
		expect(paid()).toBe(3);
	});

	it('whose project the service does not know is sent after seven looks within three minutes, not before it is ten minutes old', async () => {
		await press();
		answerTo(code(-1000), 8);
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
	});

	it('whose project cannot be asked for is this project, and nothing is sent', async () => {
		await press();
		await sleep(HOUR);
		answerTo({ kind: 'status', status: 503 });
		expect(given(await press())).toEqual([[bench.ids()[0], true]]);
		const { items } = await press(inProcess);
		expect(JSON.stringify(items)).toContain(bench.ids()[0]);
		expect(paid()).toBe(1);
	});

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

	it('counts as in a published workflow for an agent with which a person chats in the editor', async () => {
		const inChat = { ...byHand, type: 'clipTool' } as const;
		await press(submitOnly, inChat);
		answerTo(code(4002));
		await press(submitOnly, inChat);
		expect(paid()).toBe(1);
		await sleep(2 * HOUR);
		await press(submitOnly, inChat);
		expect(paid()).toBe(2);
	});
});
