import { type INodeParameters, sleep } from 'n8n-workflow';
import type { NodeRun } from '../bench/harness';
import { create, credentialFor, get, itemsOf, submitOne, useBench, videos, wait } from '../bench/support';

const inProcess = { ...create, options: { waitMode: 'inProcess' } };

describe('A project that the service does not know, a moment after it has accepted it', () => {
	const bench = useBench();
	const forget = (times: number) =>
		bench.fail({ on: 'query', times, fault: { kind: 'code', code: -1000, errMsg: 'no' } });

	it.each([
		['paused', create],
		['in the process', inProcess],
	])('is asked for five times more, then its ID is in the error (%s)', async (_how, parameters) => {
		forget(99);
		const { error } = await bench.clip(parameters, { items: videos('a') });
		expect(error?.context).toMatchObject({ projectId: bench.ids()[0] });
		expect(bench.questions()).toHaveLength(6);
	});

	it.each<[string, INodeParameters]>([
		['Wait, paused', wait],
		['Wait, running', { ...wait, options: { waitMode: 'inProcess' } }],
		['Get', get],
		['Get without waiting', { ...get, options: { ifNotReady: 'error' } }],
	])('is asked for again by a later node of the same execution: %s', async (_node, parameters) => {
		const { run, items } = await bench.clip(submitOne);
		const own: Partial<NodeRun> = { items: itemsOf({ projectId: items[0]?.json.projectId }) };
		bench.simulator().finish(bench.ids()[0] ?? '');
		forget(5);
		const later = await bench.clip(parameters, { ...own, remembers: run.data });
		expect([later.error, later.items.length > 0]).toEqual([undefined, true]);
		forget(1);
		const another = await bench.clip(parameters, own);
		expect(another.outcome).toBe('invalidRequest');
		expect(bench.questions()).toHaveLength(7);
	});
});

describe('A credential that is gone while it is needed', () => {
	const bench = useBench({ processingSeconds: 1_000_000 });

	it.each<[string, string, INodeParameters]>([
		['deleted', 'paused', create],
		['deleted', 'running', inProcess],
		['emptied', 'paused', create],
		['emptied', 'running', inProcess],
	])('(%s) ends the wait soon, with the projects: %s', async (how, _mode, parameters) => {
		const stored = credentialFor(bench.simulator());
		let isGone = false;
		const credentials = {
			...stored,
			get apiKey(): string {
				if (isGone && how === 'deleted') throw new Error('Credential with ID "1" does not exist');
				return isGone ? '' : stored.apiKey;
			},
		};
		const running = bench.clip(parameters, { items: videos('a', 'b'), credentials });
		while (bench.questions().length < 4) await sleep(1_000);
		isGone = true;
		const began = Date.now();
		const { error } = await running;
		expect(Date.now() - began).toBeLessThan(15 * 60_000);
		for (const id of bench.ids()) expect(error?.description).toContain(id);
		expect(bench.ids()).toHaveLength(2);
	});

	it.each<[string, INodeParameters]>([
		['paused', create],
		['running', inProcess],
	])('or cannot be read for a moment delays the clips, and no more: %s', async (_mode, parameters) => {
		const stored = credentialFor(bench.simulator());
		let isAway = false;
		let looks = 0;
		const credentials = {
			...stored,
			get apiKey(): string {
				looks += isAway ? 1 : 0;
				if (isAway && looks <= 4) throw new Error('The vault is away');
				return stored.apiKey;
			},
		};
		const running = bench.clip(parameters, { items: videos('a'), credentials });
		while (bench.questions().length < 2) await sleep(1_000);
		isAway = true;
		bench.simulator().finish(bench.ids()[0] ?? '');
		const { items, error } = await running;
		expect([error, items[0]?.json.status]).toEqual([undefined, 'ready']);
	});
});
