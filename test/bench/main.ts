/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../host';
import { benchmarks } from './list';
import { cellsOf, withFigures, withThree } from './page';
import { plotOf } from './plot';
import { keep, readResults } from './results';

const names = Object.keys(benchmarks);

const help = `npm run bench [-- NAME...]

Measures the named benchmarks, or all: ${names.join(', ')}.
Keeps the figures in test/bench/results.json, and brings FIGURES.md beside it and docs/operate.md up to date.

--report  measures nothing: writes the pages and the plot anew from the figures that are kept
`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Writes all that shows the kept figures. */
function report(): void {
	const pages = [
		[join(__dirname, 'FIGURES.md'), withFigures],
		[join(projectRoot(), 'docs/operate.md'), withThree],
	] as const;
	for (const [page, written] of pages)
		writeFileSync(page, written(readFileSync(page, 'utf8'), readResults()));
	writeFileSync(join(__dirname, 'ratios.svg'), plotOf(readResults()));
}

async function main(args: readonly string[]): Promise<void> {
	if (args.includes('--help')) return print(help);
	if (args.includes('--report')) return report();
	const unknown = args.filter((name) => !Object.hasOwn(benchmarks, name));
	if (unknown.length > 0) throw new TypeError(`No benchmark is called ${unknown.join(', ')}.\n\n${help}`);
	for (const name of args.length === 0 ? names : args) {
		print(`\n== ${name}`);
		const yields = (await benchmarks[name]?.((line) => print(`  ${line}`))) ?? [];
		for (const { node, figures } of yields) {
			if (node !== undefined) print(`Node ${node}`);
			for (const figure of figures) print(cellsOf(figure).join(' | '));
		}
		keep(name, yields, names);
		report();
	}
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
		process.exit(1);
	},
);
