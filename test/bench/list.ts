import type { Benchmark } from './figure';

/** Benchmarks that the short version of CI includes. */
const quick = {
	reader: async () => (await import('./reader/reader')).reader,
	load: async () => (await import('./load/load')).load,
	canvas: async () => (await import('./canvas/canvas')).canvas,
	items: async () => (await import('./items/items')).items,
	starting: async () => (await import('./waiting/starting')).starting,
};

/** What is measured only when it is named: it clones what is committed, and takes up to half an hour. */
const named = {
	commands: async () => (await import('./commands/commands')).commands,
	checks: async () => (await import('./commands/commands')).checks,
};

/** Every benchmark by its name on the command line, loaded only when it is run. */
export const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
	...quick,
	latency: async () => (await import('./latency/latency')).latency,
	call: async () => (await import('./latency/call')).call,
	journal: async () => (await import('./latency/journal')).journal,
	download: async () => (await import('./download/download')).download,
	waiting: async () => (await import('./waiting/waiting')).waiting,
	standstill: async () => (await import('./waiting/standstill')).standstill,
	...named,
};

/** The names of the benchmarks that CI runs. */
export const quickBenchmarks: readonly string[] = Object.keys(quick);

/** The names of the benchmarks that run when none is named. */
export const usualBenchmarks: readonly string[] = Object.keys(benchmarks).filter(
	(name) => !Object.hasOwn(named, name),
);

/**
 * Loads benchmarks by name.
 *
 * @throws TypeError for a name that is not in the list
 */
export async function loadBenchmarks(names: readonly string[]): Promise<Benchmark[]> {
	return await Promise.all(
		names.map(async (name) => {
			const load = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
			if (load === undefined) {
				throw new TypeError(
					`No benchmark is called ${name}. There are: ${Object.keys(benchmarks).join(', ')}.`,
				);
			}
			return await load();
		}),
	);
}
