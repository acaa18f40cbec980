import { create, get, itemsOf, MINUTE, toErrorOutput, useBench, videos } from '../bench/support';

describe('A deployment that answers in another shape', () => {
	const bench = useBench();

	it('and has the ID of the project elsewhere may have created it: the answer is shown, and nothing is sent again', async () => {
		const { errorItems } = await bench.clip(create, { items: videos('sim-id-elsewhere'), ...toErrorOutput });
		const [id] = bench.ids();
		expect(errorItems[0]?.json.details).toMatchObject({ outcome: 'unknownWhetherCreated' });
		expect(JSON.stringify(errorItems[0]?.json)).toContain(id);
		expect(bench.ids()).toHaveLength(1);
	});

	it('and has the clips elsewhere does not pass for a project without clips', async () => {
		const { items, error, outcome } = await bench.clip(create, { items: videos('sim-clips-elsewhere') });
		expect([items, outcome]).toEqual([[], 'unreadable']);
		expect(error?.description).toContain(bench.ids()[0]);
		expect(error?.messages?.join()).toMatch(/answer begins: ".*videos/);
		const again = await bench.clip(get, { items: itemsOf({ projectId: bench.ids()[0] }) });
		expect(again.outcome).toBe('unreadable');
	});

	it('and has its words elsewhere is shown as it is', async () => {
		const { errorItems } = await bench.clip(create, {
			items: videos('sim-words-elsewhere'),
			...toErrorOutput,
		});
		expect(JSON.stringify(errorItems[0]?.json)).toContain('HEAD was answered with HTTP 403');
		expect(bench.ids()).toEqual([]);
	});

	it('and stands behind a server that refuses some checks delays the clips, and no more', async () => {
		const began = Date.now();
		const { items, error } = await bench.clip(create, { items: videos('sim-gateway') });
		expect([error, items[0]?.json.status]).toEqual([undefined, 'ready']);
		expect(Date.now() - began).toBeLessThan(10 * MINUTE);
	});
});
