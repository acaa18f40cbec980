/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { cpus } from 'node:os';
import { table } from '../docs/markdown';
import { n8nVersion } from '../host';
import { type Benchmark, cellsOf, type Figure } from './figure';

/** Every benchmark by its name on the command line, loaded only when it is run. */
const benchmarks: Readonly<Record<string, Benchmark>> = {
	slots: async (tell) => await (await import('./waiting/slots')).slots(tell),
	waiting: async (tell) => await (await import('./waiting/waiting')).waiting(tell),
	starting: async (tell) => await (await import('./waiting/starting')).starting(tell),
	submission: async (tell) => await (await import('./submission')).submission(tell),
	again: async (tell) => await (await import('./again')).again(tell),
	batch: async (tell) => await (await import('./batch')).batch(tell),
	reading: async (tell) => await (await import('./reading')).reading(tell),
	items: async (tell) => await (await import('./items')).items(tell),
	rest: async (tell) => await (await import('./rest')).rest(tell),
	calls: async (tell) => await (await import('./calls')).calls(tell),
	download: async (tell) => await (await import('./download/download')).download(tell),
	load: async (tell) => await (await import('./load/load')).load(tell),
};
const names = Object.keys(benchmarks);

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function main(chosen: readonly string[]): Promise<void> {
	const unknown = chosen.filter((name) => !Object.hasOwn(benchmarks, name));
	if (unknown.length > 0)
		throw new TypeError(`No benchmark is called ${unknown.join(', ')}: there are ${names.join(', ')}.`);
	const all: Figure[] = [];
	for (const name of chosen.length === 0 ? names : chosen) {
		print(`\n== ${name}`);
		for (const { node, figures } of (await benchmarks[name]?.((line) => print(`  ${line}`))) ?? [])
			all.push(
				...figures.map((one) => (node === undefined ? one : { ...one, name: `${one.name}, Node ${node}` })),
			);
	}
	print(
		`\n${table(['Figure', 'These nodes', 'Beside', 'Times', 'Goal, at most', 'Note'], all.map(cellsOf))}\n`,
	);
	print(`${cpus()[0]?.model ?? ''}, ${cpus().length} cores, n8n ${n8nVersion}, ${new Date().toISOString()}`);
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
		process.exit(1);
	},
);
