/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { n8nVersion } from '../host';
import { type Measured, resultsSchema, type Yield } from './figure';

const file = join(__dirname, 'results.json');

/** The figures that are kept, each as it was measured last. */
export const readResults = (): Measured[] => resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** The first number of a version of Node; 0 for none. */
export const majorOf = (node: string): number => Number(node.split('.')[0]);

const isSame = (one: Measured, other: Measured): boolean =>
	one.benchmark === other.benchmark && majorOf(one.node ?? '') === majorOf(other.node ?? '');

/** Kept figures with fresh ones in the place of those that the same benchmark yielded on the same Node. */
const withFresh = (kept: readonly Measured[], fresh: readonly Measured[]): Measured[] => [
	...kept.filter((one) => !fresh.some((other) => isSame(one, other))),
	...fresh,
];

/**
 * Keeps what a benchmark has yielded on this machine.
 *
 * @param order - the names of all benchmarks, so that the file does not change because of what was measured last
 */
export function keep(benchmark: string, yields: readonly Yield[], order: readonly string[]): void {
	const [cpu] = cpus();
	const machine = `${cpu?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release().split('-')[0] ?? ''} ${arch()}`;
	const date = new Date().toISOString().slice(0, 10);
	const fresh = yields.map((one) => ({ benchmark, date, machine, n8n: n8nVersion, ...one }));
	const all = withFresh(readResults(), fresh).sort(
		(a, b) => order.indexOf(a.benchmark) - order.indexOf(b.benchmark),
	);
	// One line for each figure.
	const lines = all.map(({ figures, ...others }) => {
		const rows = figures.map((figure) => JSON.stringify(figure)).join(',\n\t');
		return `${JSON.stringify(others).slice(0, -1)},"figures":[\n\t${rows}\n]}`;
	});
	writeFileSync(file, `[${lines.join(',\n')}]\n`);
}
