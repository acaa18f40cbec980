/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { inWords } from '../../rules/given/texts';
import { joinTexts } from '../../../nodes/Clip/problems/problemText';
import { sleep } from 'n8n-workflow';
import {
	create,
	credentialFor,
	goingOn,
	logged,
	MINUTE,
	numbered,
	submitOnly,
	useBench,
	videos,
} from '../bench/support';

const ADA = 'key-of-ada';
const BOB = 'key-of-bob';

describe('A batch that the pace holds back', () => {
	const bench = useBench();

	it('counts Max Wait from the moment at which a video was accepted', async () => {
		const run = { ...create, options: { maxWait: 4 } };
		const { items, error } = await bench.clip(run, { items: numbered(16) });
		expect(error).toBeUndefined();
		expect(items.every(({ json }) => json.status === 'ready')).toBe(true);
		expect((bench.ledger().at(-1)?.at ?? 0) - (bench.ledger()[0]?.at ?? 0)).toBeGreaterThan(4 * MINUTE);
	});

	it('with a video that is refused in it twice gives each of the others its project', async () => {
		const items = videos('sim-too-short', 'a', 'b', 'c', 'sim-too-short');
		const { items: given } = await bench.clip({ ...submitOnly, options: {} }, { items, ...goingOn });
		expect(given.map(({ json }) => json.projectId)).toEqual([undefined, ...bench.ids(), undefined]);
		expect(bench.ids()).toHaveLength(3);
	});

	it('ends between two submissions when somebody stops it, and says so', async () => {
		const { items } = await bench.clip(create, {
			items: numbered(4),
			onStart: (stop) => setTimeout(stop, 30_000),
			...goingOn,
		});
		await sleep(10 * MINUTE);
		expect(bench.paid()).toHaveLength(3);
		expect(items[3]?.json).toMatchObject({
			error: `${inWords('stoppedBefore', {}).title} [item 3]`,
			details: { outcome: 'stopped', description: joinTexts(inWords('stoppedBefore', {})) },
		});
	});

	it('tells in the log once until when, and each project at once', async () => {
		const log = logged('info');
		const began = Date.now();
		await bench.clip({ ...create, waitForClips: false }, { items: [...numbered(40), ...numbered(1)] });
		const delays = log.filter((line) => line.includes('of 40 videos'));
		const end = bench.ledger().at(-1)?.at ?? 0;
		expect(delays.map((line) => Number.parseInt(line, 10))).toEqual([3]);
		expect(delays[0]).toContain(new Date(end).toISOString().slice(0, 15));
		expect(end - began).toBeGreaterThan(60 * MINUTE);
		for (const projectId of bench.ids()) {
			expect(log.filter((message) => message.startsWith(`Created project ${projectId} `))).toHaveLength(1);
		}
	});
});

describe('More than 40 videos', () => {
	const bench = useBench({ apiKey: ADA, otherKeys: [BOB] });

	it('are refused before anything is sent, and the error says how many they are and what to do', async () => {
		const { error } = await bench.clip(submitOnly, { items: numbered(41) });
		expect(bench.simulator().requests).toEqual([]);
		// It is about all items.
		expect(error?.message).toBe(inWords('tooManyVideos', { videos: 41, most: 40 }).title);
		expect(error?.description).toContain(inWords('tooManyVideos', { videos: 41, most: 40 }).nextStep);
		const { items } = await bench.clip(submitOnly, { items: numbered(41), ...goingOn });
		expect(items.map(({ json }) => json.details)).toEqual(
			Array(41).fill(expect.objectContaining({ outcome: 'invalidParameter' })),
		);
		expect(bench.simulator().requests).toEqual([]);
	});

	it('of several accounts count together', async () => {
		const credentials = { ...credentialFor(bench.simulator()), apiKey: '={{ $json.apiKey }}' };
		const items = numbered(41).map(({ json }, item) => ({
			json: { ...json, apiKey: item < 21 ? ADA : BOB },
		}));
		await bench.clip(submitOnly, { items, credentials });
		expect(bench.simulator().requests).toEqual([]);
	});

	it('are another thing than the same videos several times, and than the rounds of a loop', async () => {
		const { error } = await bench.clip(submitOnly, {
			items: [...numbered(40), ...numbered(40)],
			rounds: [videos('a', 'b')],
		});
		expect(error).toBeUndefined();
		expect(bench.paid()).toHaveLength(42);
	});

	it('are refused in a Retry, too', async () => {
		const { run } = await bench.clip(submitOnly, { items: numbered(41) });
		const retried = await bench.clip(submitOnly, { items: numbered(41), mode: 'retry', remembers: run.data });
		expect([retried.outcome, bench.paid()]).toEqual(['invalidParameter', []]);
	});
});
