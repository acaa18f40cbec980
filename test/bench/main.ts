/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../host';
import { renderTable } from '../host/table';
import type { Benchmark, BenchResult } from './figure';
import { benchmarks, loadBenchmarks, quickBenchmarks, usualBenchmarks } from './list';
import { thisMachine } from './machine';
import { drawPlots } from './report/plots';
import { figuresSection, withFigures } from './report/readme';
import { cellsOf, figuresPage, HEADINGS } from './report/table';
import { readResults, type Results, resultsFolder, writeResults } from './results';
import { runShort } from './short';

const help = `npm run bench [-- NAME...] [-- --short]

Measures the named benchmarks, or these: ${usualBenchmarks.join(', ')}.
commands and checks are measured only when they are named: they run the README's commands, and .ci/run, in a fresh clone.
Prints a table, keeps the figures in test/bench/results, and brings docs/performance.md up to date.

--short   measures quickly what CI guards, keeps nothing, and fails on a clear regression
--report  measures nothing: writes tables, plots and docs/performance.md anew from the figures that are kept
`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const tell = (line: string): void => print(`  ${line}`);

function printTable({ figures }: BenchResult): void {
	const columns = HEADINGS.map((title) => ({ title, align: 'left', limit: 60 }) as const);
	print(`\n${renderTable(columns, figures.map(cellsOf), 240).join('\n')}`);
}

/** Writes all that shows the kept figures. */
function report(results: Results): void {
	const plots = drawPlots(results);
	writeFileSync(join(resultsFolder, 'figures.md'), figuresPage(results, plots));
	const shown = join(projectRoot(), 'docs/performance.md');
	writeFileSync(shown, withFigures(readFileSync(shown, 'utf8'), figuresSection(results)));
}

async function measure(chosen: readonly Benchmark[]): Promise<void> {
	let together: BenchResult = { figures: [] };
	for (const benchmark of chosen) {
		print(`\n== ${benchmark.name}`);
		const { figures, curves = [] } = await benchmark.run({ short: false, tell });
		together = { figures: [...together.figures, ...figures] };
		const fresh = { date: new Date().toISOString().slice(0, 10), machine: thisMachine(), figures, curves };
		const kept = readResults();
		// In the order of the list, so that a page does not change because of what was measured last.
		const all = Object.keys(benchmarks).map(
			(name) => [name, name === benchmark.name ? fresh : kept[name]] as const,
		);
		writeResults(Object.fromEntries(all.flatMap(([name, one]) => (one === undefined ? [] : [[name, one]]))));
	}
	printTable(together);
	report(readResults());
}

async function guard(chosen: readonly Benchmark[]): Promise<boolean> {
	let [passed, failed] = [0, 0];
	for (const benchmark of chosen) {
		const verdicts = await runShort(benchmark, tell);
		for (const line of verdicts.failed) print(`✗ ${line}`);
		for (const line of verdicts.passed) print(`✓ ${line}`);
		passed += verdicts.passed.length;
		failed += verdicts.failed.length;
	}
	print(`${passed} passed, ${failed} failed`);
	return failed === 0;
}

async function main(args: readonly string[]): Promise<boolean> {
	if (args.includes('--help')) {
		print(help);
		return true;
	}
	if (args.includes('--report')) {
		report(readResults());
		return true;
	}
	const isShort = args.includes('--short');
	const named = args.filter((arg) => !arg.startsWith('--'));
	const usual = isShort ? quickBenchmarks : usualBenchmarks;
	const chosen = await loadBenchmarks(named.length === 0 ? usual : named);
	if (isShort) return await guard(chosen);
	await measure(chosen);
	return true;
}

main(process.argv.slice(2)).then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: unknown) => {
		process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
		process.exit(1);
	},
);
