/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { projectRoot } from '../host';
import { filesBelow } from '../host/folder';
import { type Benchmark, type Figure, summarize } from './figure';

const codeIn = (...folders: string[]): string[] =>
	folders
		.flatMap((folder) => filesBelow(join(projectRoot(), folder)))
		.filter((file) => /\.[cm]?[jt]s$/.test(file));

/** Lines that are neither empty nor a comment. */
const codeOf = (files: readonly string[]): number =>
	files
		.map((file) => readFileSync(file, 'utf8').replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, ''))
		.flatMap((text) => text.split('\n'))
		.filter((line) => !/^\s*(?:\/\/.*)?$/.test(line)).length;

const linesOf = (files: readonly string[]): number =>
	files
		.map((file) => readFileSync(file, 'utf8').split('\n').length - 1)
		.reduce((sum, lines) => sum + lines, 0);

/** What a maintainer has to know his way around in. */
export const size: Benchmark = async () => {
	const [source, tests] = [codeIn('nodes', 'credentials'), codeIn('test')];
	const { devDependencies } = z
		.object({ devDependencies: z.record(z.string()) })
		.parse(JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')));
	const figure = (name: string, unit: string, value: number, atMost?: number): Figure => ({
		name,
		unit,
		ours: summarize(value),
		...(atMost !== undefined && { goal: { atMost, of: 'absolute' } }),
	});
	const figures = [
		figure('Modules of the package', 'modules', source.length),
		figure('Code of the package, without comments and empty lines', 'lines', codeOf(source)),
		figure('Tests and tooling', 'lines', linesOf(tests)),
		figure('Packages for development', 'packages', Object.keys(devDependencies).length),
	];
	return await Promise.resolve([{ figures }]);
};
