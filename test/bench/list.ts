import type { Benchmark } from './figure';

/** Every benchmark by its name on the command line, loaded only when it is run. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
	slots: async (tell) => await (await import('./waiting/slots')).slots(tell),
	waiting: async (tell) => await (await import('./waiting/waiting')).waiting(tell),
	starting: async (tell) => await (await import('./waiting/starting')).starting(tell),
	submission: async (tell) => await (await import('./submission')).submission(tell),
	again: async (tell) => await (await import('./again')).again(tell),
	batch: async (tell) => await (await import('./batch')).batch(tell),
	items: async (tell) => await (await import('./items')).items(tell),
	reading: async (tell) => await (await import('./reading')).reading(tell),
	call: async (tell) => await (await import('./call')).call(tell),
	calls: async (tell) => await (await import('./calls')).calls(tell),
	recipe: async (tell) => await (await import('./recipe')).recipe(tell),
	download: async (tell) => await (await import('./download/download')).download(tell),
	load: async (tell) => await (await import('./load/load')).load(tell),
	canvas: async (tell) => await (await import('./canvas/canvas')).canvas(tell),
	checks: async (tell) => await (await import('./checks')).checks(tell),
	size: async (tell) => await (await import('./size')).size(tell),
};
