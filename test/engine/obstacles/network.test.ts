/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import dns from 'node:dns';
import { type INodeParameters, sleep } from 'n8n-workflow';
import { z } from 'zod/v3';
import { freePort, localhost } from '../../../tools/host/ports';
import { trustCertificates, useEncrypted } from '../bench/encrypted';
import { film, fileAnswer, useFileHost } from '../bench/fileHost';
import type { NodeRun, NodeRunResult } from '../bench/harness';
import { type Manner, useProxy } from '../bench/proxies';
import {
	create,
	credentialAt,
	get,
	getFiles,
	itemsOf,
	MINUTE,
	submitOne,
	useBench,
	videos,
	wait,
} from '../bench/support';
import { FILE_IS_SAFE, hinderedBy, NOTHING_CHARGED } from '../../rules/given/texts';

const told = ({ error }: Pick<NodeRunResult, 'error'>) => `${error?.message}: ${error?.description}`;

/** The operations that ask for a project, in each way. */
const QUESTIONS: Array<[string, INodeParameters]> = [
	['Wait, running', { ...wait, options: { waitMode: 'inProcess' } }],
	['Wait, paused', wait],
	['Get', get],
	['Get, which does not wait', { ...get, options: { ifNotReady: 'status' } }],
];

describe('A certificate', () => {
	const bench = useBench();
	const files = useFileHost();
	const openEncrypted = useEncrypted();

	describe.each([
		['that n8n does not trust', 'valid.pem', false],
		['that has expired', 'expired.pem', true],
	] as const)('%s', (_what, certificate, isTrusted) => {
		const way = async (origin = bench.simulator().origin) => {
			if (isTrusted) trustCertificates();
			return await openEncrypted(origin, certificate);
		};
		const credentials = async () => credentialAt(bench.simulator(), (await way()).origin);
		/** Runs something, which must not take longer than a few tries. */
		const soon = async (run: Promise<NodeRunResult>): Promise<NodeRunResult> => {
			const began = Date.now();
			const result = await run;
			expect(Date.now() - began).toBeLessThan(10_000);
			expect(told(result)).toContain(hinderedBy('certificate').todo);
			return result;
		};

		it('ends Create at once, and costs nothing', async () => {
			const { error } = await soon(
				bench.clip(create, { items: videos('a'), credentials: await credentials() }),
			);
			expect(error?.description).toContain(NOTHING_CHARGED);
			expect(bench.ledger()).toEqual([]);
		});

		it.each(QUESTIONS)('ends at once: %s', async (_operation, parameters) => {
			const projectId = await bench.finished();
			const items = itemsOf({ projectId });
			const result = await soon(bench.clip(parameters, { items, credentials: await credentials() }));
			expect(told(result)).toContain(projectId);
		});

		it('ends the trigger after some checks, with the project', async () => {
			const projectId = await bench.finished();
			const more = { mode: 'webhook', credentials: await credentials() } as const;
			expect(told(await bench.trigger({ projectId }, more))).toContain(projectId);
		});

		it('is named beside the file of a clip', async () => {
			const link = new URL(files().serve('/a.mp4', fileAnswer(film(5_000))));
			const videoUrl = link.href.replace(link.origin, (await way(link.origin)).origin);
			const { error } = await soon(
				bench.clip({ ...getFiles, projectId: bench.listed([{ videoId: 1, videoUrl }]) }),
			);
			expect(error?.description).toContain(FILE_IS_SAFE);
			expect(files().requests).toEqual([]);
		});
	});

	it.each(['durable', 'inProcess'])(
		'that expires in the middle of a wait ends it after some checks (%s), with the project',
		async (waitMode) => {
			trustCertificates();
			const way = await openEncrypted(bench.simulator().origin);
			const credentials = credentialAt(bench.simulator(), way.origin);
			const running = bench.clip({ ...create, options: { waitMode } }, { items: videos('a'), credentials });
			while (bench.ids().length === 0) await sleep(50);
			way.show('expired.pem');
			const began = Date.now();
			const result = await running;
			expect(Date.now() - began).toBeLessThan(15 * MINUTE);
			expect(told(result)).toContain(hinderedBy('certificate').title);
			expect(told(result)).toContain(bench.ids()[0]);
		},
	);

	it('that is renewed in the middle of a wait delays the clips, and no more', async () => {
		trustCertificates();
		const way = await openEncrypted(bench.simulator().origin);
		const credentials = credentialAt(bench.simulator(), way.origin);
		const running = bench.clip(
			{ ...create, options: { waitMode: 'inProcess' } },
			{ items: videos('a'), credentials },
		);
		while (bench.ids().length === 0) await sleep(50);
		way.show('expired.pem');
		await sleep(2 * MINUTE);
		way.show('valid.pem');
		expect((await running).items[0]?.json.status).toBe('ready');
	});
});

/** A host whose name can be looked up, or not. */
const HOST = 'service.example';

/** Plays the look-up of names: only {@link HOST} exists, and only where that is said. */
function playNames() {
	const state = { exists: false, asked: 0 };
	jest.spyOn(dns, 'lookup').mockImplementation(
		z
			.custom<typeof dns.lookup>()
			.parse(
				(
					name: string,
					options: { all?: boolean },
					tell: (error: Error | null, address?: unknown, family?: number) => void,
				) => {
					state.asked += 1;
					const failure = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
						code: 'ENOTFOUND',
						syscall: 'getaddrinfo',
						hostname: name,
					});
					queueMicrotask(() => {
						if (name !== HOST || !state.exists) return tell(failure);
						if (options.all === true) return tell(null, [{ address: localhost, family: 4 }]);
						tell(null, localhost, 4);
					});
				},
			),
	);
	return state;
}

describe('A host that does not exist', () => {
	const bench = useBench();

	const SAYS = /Check 'Base URL'/;
	const credentials = () => {
		const { port } = new URL(bench.simulator().origin);
		return credentialAt(bench.simulator(), `http://${HOST}:${port}`);
	};

	it('costs nothing in Create, which says what to check', async () => {
		const names = playNames();
		const { error } = await bench.clip(submitOne, { credentials: credentials() });
		expect(told({ error })).toMatch(SAYS);
		expect(told({ error })).toContain('ENOTFOUND');
		expect(error?.description).toContain(NOTHING_CHARGED);
		expect(names.asked).toBe(3);
	});

	it.each(QUESTIONS)(
		'ends the waiting after a few minutes, and is named: %s',
		async (_operation, parameters) => {
			const projectId = await bench.finished();
			playNames();
			const began = Date.now();
			const result = await bench.clip(parameters, {
				items: itemsOf({ projectId }),
				credentials: credentials(),
			});
			expect(told(result)).toMatch(SAYS);
			expect(told(result)).toContain(projectId);
			expect(Date.now() - began).toBeLessThan(10 * MINUTE);
		},
	);

	it.each(['durable', 'inProcess'])('is waited for in the middle of a wait (%s)', async (waitMode) => {
		const names = playNames();
		names.exists = true;
		const running = bench.clip(
			{ ...create, options: { waitMode } },
			{ items: videos('a'), credentials: credentials() },
		);
		while (bench.ids().length === 0) await sleep(50);
		names.exists = false;
		const before = names.asked;
		while (names.asked < before + 8) await sleep(50);
		names.exists = true;
		const { items, error } = await running;
		expect([error, items[0]?.json.status]).toEqual([undefined, 'ready']);
	});

	it('is waited for by the trigger, whose call shows that the service is there', async () => {
		const projectId = await bench.finished();
		const names = playNames();
		const running = bench.trigger({ projectId }, { mode: 'webhook', credentials: credentials() });
		while (names.asked < 8) await sleep(50);
		names.exists = true;
		expect((await running).items.length).toBeGreaterThan(1);
	});
});

describe('A proxy between n8n and the service', () => {
	const bench = useBench();
	const proxy = useProxy();
	const openEncrypted = useEncrypted();

	beforeEach(trustCertificates);
	const run = async (parameters: INodeParameters, more: Partial<NodeRun> = {}) => {
		const { origin } = await openEncrypted(bench.simulator().origin);
		return await bench.clip(parameters, { credentials: credentialAt(bench.simulator(), origin), ...more });
	};

	it('that works carries each call: Create, which waits, and Get', async () => {
		const { items, error } = await run(create, { items: videos('a') });
		expect([error, items[0]?.json.status, bench.ids().length]).toEqual([undefined, 'ready', 1]);
		const clips = await run(get, { items: itemsOf({ ...items[0]?.json }) });
		expect(clips.items.length).toBeGreaterThan(1);
		expect(proxy().asked).toBe(bench.simulator().requests.length);
	});

	it.each<Manner>([302, 407, 502, 'closes', 'hangs'])(
		'that does not let a submission through never says what it cost: it is asked once, and the error says that nobody knows (%s)',
		async (manner) => {
			proxy().set(manner);
			const { error, outcome } = await run(submitOne);
			expect(outcome).toBe('unknownWhetherCreated');
			expect(error?.description).not.toContain(NOTHING_CHARGED);
			expect(proxy().asked).toBe(1);
			expect(bench.ledger()).toEqual([]);
		},
	);

	it('that cannot be reached has sent nothing, and nothing was charged', async () => {
		process.env.HTTPS_PROXY = `http://${localhost}:${await freePort()}`;
		const { error, outcome } = await run(submitOne);
		expect(outcome).toBe('temporary');
		expect(error?.description).toContain(NOTHING_CHARGED);
	});

	it.each<Manner>([503, 'closes'])(
		'that is in trouble in the middle of a wait delays the clips (%s)',
		async (manner) => {
			const running = run(create, { items: videos('a') });
			while (bench.ids().length === 0) await sleep(50);
			const before = proxy().asked;
			proxy().set(manner);
			while (proxy().asked < before + 6) await sleep(50);
			proxy().set('works');
			const { items, error } = await running;
			expect([error, items[0]?.json.status, bench.ids().length]).toEqual([undefined, 'ready', 1]);
		},
	);
});
