/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../host';
import { filesBelow } from '../host/folder';
import { type Benchmark, summarize } from './figure';

const codeIn = (...folders: string[]): string[] =>
	folders
		.flatMap((folder) => filesBelow(join(projectRoot(), folder)))
		.filter((file) => /\.[cm]?[jt]s$/.test(file));

const linesOf = (files: readonly string[]): number =>
	files
		.map((file) => readFileSync(file, 'utf8').split('\n').length - 1)
		.reduce((sum, lines) => sum + lines, 0);

/** What a maintainer has to know his way around in. */
export const size: Benchmark = async () => {
	const [source, tests] = [codeIn('nodes', 'credentials'), codeIn('test')];
	const figure = (name: string, unit: string, value: number) => ({ name, unit, ours: summarize(value) });
	const figures = [
		figure('Modules of the package', 'modules', source.length),
		figure('Lines of the package', 'lines', linesOf(source)),
		figure('Lines of tests and tooling', 'lines', linesOf(tests)),
	];
	return await Promise.resolve([{ figures }]);
};
