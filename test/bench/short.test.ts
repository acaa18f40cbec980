import { benchmarks, loadBenchmarks, quickBenchmarks } from './list';
import { runShort } from './short';

/** It guards against hanging only; where n8n must be installed first, this takes minutes. */
jest.setTimeout(20 * 60_000);

// What CI guards: ratios and counts that are clearly worse than their goals. `npm run bench` measures in full.
it.each(quickBenchmarks)('%s has not become clearly worse than its goals', async (name) => {
	for (const benchmark of await loadBenchmarks([name])) {
		const { passed, failed } = await runShort(benchmark, () => undefined);
		expect(failed).toEqual([]);
		expect(passed).not.toEqual([]);
	}
});

it('every benchmark has the name under which it is listed, and knows whether it is quick', async () => {
	const names = Object.keys(benchmarks);
	const listed = names.map((name) => ({ name, inShort: quickBenchmarks.includes(name) }));
	expect((await loadBenchmarks(names)).map(({ name, inShort }) => ({ name, inShort }))).toEqual(listed);
});
