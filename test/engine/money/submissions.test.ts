/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { sleep } from 'n8n-workflow';
import { freePort, localhost } from '../../../tools/host/ports';
import { contextOf, processedItems } from '../bench/harness';
import {
	create,
	credentialAt,
	credentialFor,
	goingOn,
	itemsOf,
	logged,
	MINUTE,
	submitOnly,
	toErrorOutput,
	useBench,
	videos,
} from '../bench/support';

const ADA = 'key-of-ada';
const BOB = 'key-of-bob';

describe('A submission', () => {
	const bench = useBench({ apiKey: ADA, otherKeys: [BOB] });

	it('that never leaves this machine is tried three times, with five seconds between', async () => {
		const began = Date.now();
		const credentials = credentialAt(bench.simulator(), `http://${localhost}:${await freePort()}`);
		const lines = logged('info');
		const { outcome } = await bench.clip(submitOnly, { items: videos('a'), credentials });
		expect(outcome).toBe('temporary');
		// It does not wait for the limits of the service.
		expect(lines.filter((line) => !line.startsWith('Submitting'))).toEqual([]);
		expect(Date.now() - began).toBeGreaterThanOrEqual(10_000);
		expect(Date.now() - began).toBeLessThan(15_000);
	});

	it('that is refused for another reason than the rate holds nobody up, whatever a gateway asks for', async () => {
		const headers = { 'retry-after': '600' };
		bench.fail({ on: 'create', fault: { kind: 'status', status: 413, body: '{}', headers } });
		const began = Date.now();
		const { items } = await bench.clip(submitOnly, { items: videos('a', 'b'), ...toErrorOutput });
		expect([items.length, Date.now() - began < MINUTE]).toEqual([1, true]);
	});

	it.each([
		['a day', '86400', (began: number) => new Date(began + 86_400_000).toISOString().slice(0, 10)],
		['a date', new Date(Date.UTC(2100, 0, 2)).toUTCString(), () => '2100-01-02 00:00'],
	])(
		'that the service puts off for %s is given up with that time, and holds its account back for an hour',
		async (_what, after, day) => {
			const fault = { kind: 'status', status: 429, headers: { 'retry-after': after } } as const;
			bench.fail({ on: 'create', fault });
			const began = Date.now();
			const { errorItems } = await bench.clip(submitOnly, { items: videos('a'), ...toErrorOutput });
			expect(errorItems[0]?.json.details).toMatchObject({ outcome: 'rateLimited' });
			expect(JSON.stringify(errorItems[0]?.json)).toContain(day(began));
			expect(Date.now() - began).toBeLessThan(10_000);
			const credentials = { ...credentialFor(bench.simulator()), apiKey: BOB };
			await bench.clip(submitOnly, { items: videos('b'), credentials });
			expect(Date.now() - began).toBeLessThan(10_000);
			await bench.clip(submitOnly, { items: videos('c') });
			expect(bench.paid().map(({ account }) => account)).toEqual([1, 0]);
			expect(Date.now() - began).toBeGreaterThanOrEqual(60 * MINUTE);
			expect(Date.now() - began).toBeLessThan(61 * MINUTE);
		},
	);

	it('is in the log before it is sent, and with its project after it: all that is left if n8n dies', async () => {
		const lines = logged('info');
		await bench.clip(submitOnly, { items: videos('a'), executionId: '77' });
		const where = 'https://youtu.be/a (execution 77, node "Clip", item 0)';
		expect(lines).toEqual([`Submitting ${where}`, `Created project ${bench.ids()[0]} of ${where}`]);
	});

	it('of which nobody knows what came is a warning in the log', async () => {
		bench.fail({ on: 'create', phase: 'after', fault: { kind: 'reset' } });
		const warnings = logged('warn');
		await bench.clip(submitOnly, { items: videos('a'), executionId: '78', ...goingOn });
		expect(warnings).toEqual([
			expect.stringContaining('https://youtu.be/a (execution 78, node "Clip", item 0)'),
		]);
	});

	it('that was refused is in no warning of the log: nothing was paid', async () => {
		const warnings = logged('warn');
		await bench.clip(submitOnly, { items: videos('sim-no-minutes'), ...goingOn });
		expect(warnings).toEqual([]);
	});

	it('begins the wait for its own project, not the last one of its batch', async () => {
		const began = Date.now();
		const options = { waitMode: 'inProcess', pollInterval: 10, maxWait: 2 };
		const items = videos('sim-endless', ...['b', 'c', 'd'].map((mark) => `${mark}-sim-endless`));
		const { outcome } = await bench.clip({ ...create, options }, { items });
		expect([bench.paid().length, outcome]).toEqual([4, 'timedOut']);
		expect(Date.now() - began).toBeLessThan(2.5 * MINUTE);
	});

	it('that is just written down as another account ends the execution is not sent', async () => {
		const items = itemsOf(
			{ videoUrl: 'https://youtu.be/bob', apiKey: BOB },
			{ videoUrl: 'https://youtu.be/ada', apiKey: ADA },
		);
		const match = { videoUrlIncludes: '/bob' };
		bench.fail({ on: 'create', match, phase: 'after', fault: { kind: 'reset' } });
		// The database takes the first, refuses the second for a moment, and takes it when the first has come to its bad end.
		processedItems.meanwhile = (row) => {
			processedItems.meanwhile = null;
			processedItems.trouble = new Error('SQLITE_BUSY: database is locked');
			setTimeout(() => (processedItems.trouble = null), 100);
			return row;
		};
		const credentials = { ...credentialFor(bench.simulator()), apiKey: '={{ $json.apiKey }}' };
		const { outcome } = await bench.clip(submitOnly, { items, credentials });
		expect(outcome).toBe('unknownWhetherCreated');
		expect(bench.ledger().map(({ account }) => account)).toEqual([1]);
		expect(JSON.stringify(processedItems.known).match(/execution/g)).toHaveLength(1);
	});

	it('is not made any more where something that nobody expects ends the execution in another account', async () => {
		const items = itemsOf(
			...['bob', 'ada', 'b', 'c', 'd'].map((mark, index) => ({
				videoUrl: `https://youtu.be/${mark}`,
				apiKey: index === 0 ? BOB : ADA,
			})),
		);
		jest.spyOn(contextOf().logger, 'info').mockImplementation((line) => {
			if (line.startsWith('Created') && line.includes('/bob')) throw new RangeError('The log is full');
		});
		const credentials = { ...credentialFor(bench.simulator()), apiKey: '={{ $json.apiKey }}' };
		const { outcome } = await bench.clip(submitOnly, { items, credentials });
		await sleep(10 * MINUTE);
		expect([outcome, bench.paid().length < 5]).toEqual(['unexpected', true]);
	});
});

describe('A submission that is put off while another account ends the execution', () => {
	const bench = useBench({ apiKey: ADA, otherKeys: [BOB], submissionLimits: { perMinute: 0, perHour: 0 } });

	it('is not sent again, and its account is held back as the service wants it', async () => {
		const items = itemsOf(
			{ videoUrl: 'https://youtu.be/bob', apiKey: BOB },
			{ videoUrl: 'https://youtu.be/ada', apiKey: ADA },
		);
		bench.fail(
			{ on: 'create', match: { videoUrlIncludes: '/bob' }, fault: { kind: 'reset' } },
			{ on: 'create', match: { videoUrlIncludes: '/ada' }, fault: { kind: 'delay', seconds: 5 } },
		);
		const credentials = { ...credentialFor(bench.simulator()), apiKey: '={{ $json.apiKey }}' };
		const { outcome } = await bench.clip(submitOnly, { items, credentials });
		expect(outcome).toBe('unknownWhetherCreated');
		expect(bench.ledger().map(({ account, code }) => [account, code])).toContainEqual([0, 4003]);
	});
});
