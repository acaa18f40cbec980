import { sleep } from 'n8n-workflow';
import { keysOf, encodeId, encodeTime } from '../../../nodes/Clip/create/rules/digitKeys';
import { DatabaseRecord } from '../../../nodes/Clip/create/record/databaseRecord';
import { contextOf, processedItems } from '../bench/harness';
import {
	after,
	afterCrash,
	called,
	code,
	given,
	HOUR,
	inProcess,
	restart,
	usePresses,
} from '../bench/pressing';
import { create, logged, submitOnly, toErrorOutput, videos } from '../bench/support';

/*
 * What one submission does where it loses a race, is stopped, or is repeated.
 */

describe('The same video', () => {
	const { bench, paid, press, answerTo } = usePresses();

	/** Does something in the moment in which the record of the only video is replaced. */
	const whenReplaced = (work: (content: string) => void): void => {
		const [content = ''] = processedItems.known;
		const add = processedItems.checkProcessedAndRecord.bind(processedItems);
		let isDone = false;
		jest.spyOn(processedItems, 'checkProcessedAndRecord').mockImplementation(async (keys, ...more) => {
			const [, , { maxEntries }] = more;
			if (!keys.includes(content) && maxEntries !== undefined && !isDone) {
				isDone = true;
				work(content);
			}
			return await add(keys, ...more);
		});
	};

	afterEach(() => jest.restoreAllMocks());

	it('that a process was about to send hours ago is sent without looking for what came of it', async () => {
		await press(submitOnly, called);
		const [content = ''] = processedItems.known;
		processedItems.clear();
		restart();
		const other = new DatabaseRecord(contextOf(), content, { toWrite: [], toMatch: [] }, false);
		await other.claim(Date.now() - 3 * HOUR);
		const began = Date.now();
		await press(submitOnly, called);
		expect([paid(), Date.now() - began < 5_000]).toEqual([2, true]);
	});

	it('that has failed is not sent where another process does it first: its project is used', async () => {
		await press(submitOnly);
		const [old = ''] = bench.ids();
		const other = await bench.project();
		await sleep(60_000);
		restart();
		answerTo(code(4002), 1);
		const before = paid();
		whenReplaced((content) => {
			const now = Date.now();
			processedItems.known = [
				content,
				...keysOf(`${content}/`, encodeTime(now)),
				...keysOf(`${content}/${now}/`, encodeId(other)),
			];
		});
		expect(given(await press(submitOnly))).toEqual([[other, true]]);
		expect([paid(), other === old]).toEqual([before, false]);
	});

	it('of which nobody knows what came is not sent after two hours where another process is about to', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
		await press(submitOnly, called);
		const other = await bench.project();
		await sleep(3 * HOUR);
		restart();
		const before = paid();
		whenReplaced((content) => {
			const now = Date.now();
			processedItems.known = [content, ...keysOf(`${content}/`, encodeTime(now))];
			void sleep(1_500).then(() =>
				processedItems.known.push(...keysOf(`${content}/${now}/`, encodeId(other))),
			);
		});
		expect(given(await press(submitOnly, called))).toEqual([[other, true]]);
		expect(paid()).toBe(before);
	});

	it('that has failed is not sent where n8n cannot record that, and may be later', async () => {
		await press(submitOnly);
		await sleep(60_000);
		restart();
		answerTo(code(4002), 1);
		whenReplaced(() => (processedItems.trouble = new Error('database is locked')));
		expect(given(await press(submitOnly))).toEqual([['temporary']]);
		expect(paid()).toBe(1);
		processedItems.trouble = null;
		await sleep(60_000);
		answerTo(code(4002), 1);
		expect(given(await press(submitOnly))).toEqual([[bench.ids()[1], false]]);
	});

	it('among items asks for the project that is used again once', async () => {
		await press(submitOnly);
		restart();
		const { items } = await press(submitOnly, { mode: 'manual', items: videos('a', 'a') });
		expect(items.map(({ json }) => json.reused)).toEqual([true, true]);
		expect(bench.questions()).toHaveLength(1);
	});

	it('twice among items is ready at once for both, where its project is ready', async () => {
		await press(submitOnly);
		bench.simulator().finish(bench.ids()[0] ?? '');
		restart();
		const began = Date.now();
		const { items } = await press(inProcess, { mode: 'manual', items: videos('a', 'a') });
		expect(items.map(({ json }) => json.status)).toEqual(['ready', 'ready']);
		expect(Date.now() - began).toBeLessThan(3_000);
	});

	it('is tried for two hours from when it is turned away for the rate, however long another one was before', async () => {
		for (const [video, times] of [
			['/a', 100],
			['/b', 40],
		] as const) {
			bench.fail({ on: 'create', times, match: { videoUrlIncludes: video }, fault: code(4003) });
		}
		const { items } = await press(submitOnly, { ...called, items: videos('a', 'b') });
		expect(items.map(({ json }) => json.projectId)).toEqual(bench.ids());
		expect(paid()).toBe(2);
	});

	it('that is turned away for the rate, and then not reached, is tried three times from then on', async () => {
		bench.fail({ on: 'create', times: 2, fault: code(4003) });
		const began = Date.now();
		const running = press(submitOnly, called);
		await sleep(50_000);
		await bench.simulator().close();
		expect([given(await running), paid()]).toEqual([[['temporary']], 0]);
		expect(Date.now() - began).toBeGreaterThanOrEqual(70_000);
	});

	it('that was refused at last counts as not sent, though n8n could not take back the note of an earlier try', async () => {
		bench.fail({ on: 'create', fault: code(4003) });
		const remove = processedItems.removeProcessed.bind(processedItems);
		let fails = 3;
		jest.spyOn(processedItems, 'removeProcessed').mockImplementation(async (keys) => {
			fails -= 1;
			if (fails === 0) bench.fail({ on: 'create', fault: code(4006) });
			if (fails >= 0) throw new Error('SQLITE_BUSY: database is locked');
			await remove(keys);
		});
		expect(given(await press(submitOnly, called))).toEqual([['invalidRequest']]);
		restart();
		const { items } = await press(submitOnly, called);
		expect([items.map(({ json }) => json.projectId), paid()]).toEqual([bench.ids(), 1]);
	});

	it('twice among items, of which nobody knows what came, keeps what came in place of an answer for both', async () => {
		bench.fail({ on: 'create', fault: { kind: 'reset' } });
		const { errorItems } = await press(submitOnly, { ...called, items: videos('a', 'a'), ...toErrorOutput });
		expect(errorItems.map(({ json }) => json.details)).toMatchObject([
			{ outcome: 'unknownWhetherCreated', description: expect.stringContaining('ECONNRESET') },
			{ outcome: 'unknownWhetherCreated', description: expect.stringContaining('ECONNRESET') },
		]);
		expect(bench.ledger()).toHaveLength(1);
	});

	it('whose project has failed is not sent in production after the service has refused it by hand', async () => {
		await press();
		answerTo(code(4002));
		bench.fail({ on: 'create', fault: code(4007) });
		expect(given(await press())).toEqual([['quota']]);
		expect([given(await press(submitOnly, called)), paid()]).toEqual([[['failed']], 1]);
	});

	it('whose project had failed when it was used again is told so in the Retry, too', async () => {
		await press(submitOnly, called);
		answerTo(code(4002));
		const found = await press(submitOnly, called);
		expect([given(found), given(await press(submitOnly, after(found)))]).toEqual([
			[['failed']],
			[['failed']],
		]);
		expect(paid()).toBe(1);
	});

	it('whose project has failed meanwhile fails in the Retry of the execution that sent it', async () => {
		const first = await press(submitOnly, called);
		answerTo(code(4002));
		expect([given(await press(submitOnly, after(first))), paid()]).toEqual([[['failed']], 1]);
	});

	it('whose project had failed fails at once when Retry On Fail runs the node again', async () => {
		await press(submitOnly, called);
		answerTo(code(4002));
		const began = Date.now();
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1_000 };
		const { outcome, paused } = await press(create, { ...called, settings });
		expect([outcome, paused, paid()]).toEqual(['failed', false, 1]);
		expect(Date.now() - began).toBeLessThan(10_000);
	});

	it.each([
		['knows it again', undefined],
		['refuses the key', { kind: 'status', status: 401 }],
	] as const)(
		'whose project is unknown for a moment is not sent when the service then %s',
		async (_then, fault) => {
			await press();
			await sleep(HOUR);
			answerTo(code(4006), 3);
			if (fault !== undefined) answerTo(fault);
			expect(given(await press(submitOnly))).toEqual([[bench.ids()[0], true]]);
			expect(paid()).toBe(1);
		},
	);

	it('whose project is ready by now is ready at once in the Retry of its execution', async () => {
		const first = await press(submitOnly, called);
		bench.simulator().finish(bench.ids()[0] ?? '');
		const began = Date.now();
		const { items } = await press(inProcess, after(first));
		expect(items[0]?.json).toMatchObject({ status: 'ready', reused: true });
		expect(Date.now() - began).toBeLessThan(3_000);
	});

	it('is named by a Retry that is stopped at once, and not said to be unsent', async () => {
		const first = await press(submitOnly, called);
		restart();
		const stopped = await press(submitOnly, { ...afterCrash(first), onStart: (stop) => stop() });
		expect(JSON.stringify([stopped.items, stopped.error?.description])).not.toMatch(
			/nothing was charged|cost nothing/,
		);
		expect(paid()).toBe(1);
	});

	it('that is turned away for the rate goes out after pauses that grow', async () => {
		const began = Date.now();
		bench.fail({ on: 'create', times: 3, fault: code(4003) });
		await press(submitOnly);
		expect([paid(), Math.round((Date.now() - began) / 10_000)]).toEqual([1, 12]);
	});

	it('that one call may not send yet, and another sends at that moment, is paid for once', async () => {
		await press({ ...submitOnly, videoUrl: 'https://youtu.be/first' }, called);
		const before = paid();
		const limitedTo = (submissionsPerMinute: number) => ({
			...submitOnly,
			options: { submissionsPerMinute },
		});
		await Promise.all([press(limitedTo(1), called), press(limitedTo(3), called)]);
		expect(paid() - before).toBe(1);
	});

	it('that waits for the limits of the service says so in the log once', async () => {
		const lines = logged('info');
		bench.fail({ on: 'create', times: 2, fault: code(4003) });
		await press(submitOnly);
		expect(lines.filter((line) => line.includes('videos are done'))).toHaveLength(1);
	});
});
