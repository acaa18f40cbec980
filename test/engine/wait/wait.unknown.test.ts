import type { INodeParameters } from 'n8n-workflow';
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

	/** The credential with a key that is read each time. */
	const withKey = (read: (key: string) => string) => {
		const stored = credentialFor(bench.simulator());
		return {
			...stored,
			get apiKey(): string {
				return read(stored.apiKey);
			},
		};
	};
	const MODES: Array<[string, INodeParameters]> = [
		['paused', create],
		['running', inProcess],
	];

	it.each(MODES)('ends the wait soon, with the projects: %s', async (_mode, parameters) => {
		for (const isEmptied of [true, false]) {
			const began = Date.now();
			const before = bench.questions().length;
			const isGone = () => bench.questions().length >= before + 4;
			const credentials = withKey((key) => {
				if (isGone() && !isEmptied) throw new Error('Credential with ID "1" does not exist');
				return isGone() ? '' : key;
			});
			const items = videos(`a-${isEmptied}`, `b-${isEmptied}`);
			const { error } = await bench.clip(parameters, { items, credentials });
			expect(Date.now() - began).toBeLessThan(20 * 60_000);
			expect(bench.questions().length).toBeLessThan(before + 6);
			for (const id of bench.ids().slice(-2)) expect(error?.description).toContain(id);
		}
		expect(bench.ids()).toHaveLength(4);
	});

	it.each(MODES)(
		'or cannot be read for a moment delays the clips, and no more: %s',
		async (_mode, parameters) => {
			let looks = 0;
			const credentials = withKey((key) => {
				if (bench.questions().length < 2) return key;
				bench.simulator().finish(bench.ids()[0] ?? '');
				looks += 1;
				if (looks <= 4) throw new Error('The vault is away');
				return key;
			});
			const { items, error } = await bench.clip(parameters, { items: videos('a'), credentials });
			expect([error, items[0]?.json.status, looks > 4]).toEqual([undefined, 'ready', true]);
		},
	);
});
