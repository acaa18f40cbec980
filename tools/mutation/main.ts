/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions, no-console -- runs beside n8n, never inside it */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { type Equal, equal } from './equal';
import { guardedFiles, type Part, pure } from './table';

/*
 * Changes the code in one place after the other, and runs the tests: a change that no test notices is a test that is missing.
 *
 * npm run mutation            lib/ and all rules/, by unit tests
 * npm run mutation -- FILE    one of the files that hold money and secrets, by the tests of its room; `guarded` stands for all
 */

const root = join(__dirname, '../..');
const folder = join(root, '.test-results');

const report = z.object({
	files: z.record(
		z.object({
			mutants: z.array(
				z.object({
					mutatorName: z.string(),
					replacement: z.string().optional(),
					status: z.string(),
					location: z.object({ start: z.object({ line: z.number() }) }),
				}),
			),
		}),
	),
});

/** How the mutants of a part ended. */
interface Score {
	mutants: number;
	noticed: number;
	/** What no test noticed. */
	survivors: Array<{ where: string; what: string }>;
	/** What `equal.tsv` says of these files and no test missed: a row too many. */
	idle: Equal[];
}

const NOTICED = new Set(['Killed', 'Timeout', 'RuntimeError']);
const MISSED = new Set(['Survived', 'NoCoverage']);

function tryPart({ name, files, suite, tests, tables = false, keepsTexts = false }: Part): Score {
	mkdirSync(folder, { recursive: true });
	const output = join(folder, 'mutation.json');
	const config = join(folder, 'stryker.config.json');
	const settings = {
		testRunner: 'jest',
		jest: {
			projectType: 'custom',
			configFile: 'tools/mutation/jest.config.cjs',
			// Which tests the one file has that runs them, jest cannot see.
			enableFindRelatedTests: false,
		},
		mutate: [...files, '!**/*.operation.ts'],
		mutator: { excludedMutations: keepsTexts ? ['StringLiteral'] : [] },
		coverageAnalysis: 'perTest',
		ignoreStatic: !tables,
		ignorePatterns: ['.n8n-host', '.test-results', 'dist', 'docs/pictures', 'examples'],
		reporters: ['json', 'progress-append-only'],
		jsonReporter: { fileName: output },
		disableTypeChecks: false,
		// Runners of engine tests grow.
		maxTestRunnerReuse: suite === 'engine' ? 40 : 0,
		concurrency: 2,
		timeoutMS: 10_000,
		timeoutFactor: 1.2,
		tempDirName: '.test-results/stryker',
		allowEmpty: true,
	};
	writeFileSync(config, JSON.stringify(settings));
	const env = {
		...process.env,
		MUTATION_SUITE: suite,
		MUTATION_TESTS: tests.join(';'),
		MUTATION_FILES: tables ? files.join(';') : '',
	};
	const run = spawnSync('npx', ['stryker', 'run', config], { cwd: root, env, stdio: 'inherit' });
	if (run.status !== 0) throw new Error(`The mutants of ${name} could not be tried.`);
	const read = report.parse(JSON.parse(readFileSync(output, 'utf8')));
	const mutants = Object.entries(read.files).flatMap(([file, { mutants: own }]) =>
		own.map((mutant) => ({ file, ...mutant })),
	);
	const noticed = mutants.filter(({ status }) => NOTICED.has(status)).length;
	const missed = mutants
		.filter(({ status }) => MISSED.has(status))
		.map(({ file, location, mutatorName, replacement = '' }) => ({
			file,
			line: location.start.line,
			what: `${mutatorName}: ${replacement.replace(/\s+/g, ' ').slice(0, 120)}`,
		}));
	const used = new Set<Equal>();
	const survivors = missed.filter((one) => {
		const text = readFileSync(join(root, one.file), 'utf8').split('\n')[one.line - 1] ?? '';
		const known = equal.filter(
			({ file, what, within }) => file === one.file && what === one.what && text.includes(within),
		);
		for (const row of known) used.add(row);
		return known.length === 0;
	});
	return {
		mutants: noticed + missed.length,
		noticed,
		survivors: survivors.map(({ file, line, what }) => ({ where: `${file}:${line}`, what })),
		idle: equal.filter((row) => row.file in read.files && !used.has(row)),
	};
}

const [chosen] = process.argv.slice(2);
const parts =
	chosen === undefined
		? pure
		: chosen === 'guarded'
			? guardedFiles
			: [...pure, ...guardedFiles].filter(({ name }) => name === chosen || name.endsWith(`/${chosen}`));
if (parts.length === 0)
	throw new Error(`No part has this name: ${[...pure, ...guardedFiles].map(({ name }) => name).join(', ')}`);

let left = 0;
for (const part of parts) {
	const score = tryPart(part);
	console.log(`${part.name}: ${score.noticed} of ${score.mutants} changes are noticed`);
	for (const { where, what } of score.survivors) console.log(`  ${where}  ${what}`);
	for (const { file, within, what } of score.idle)
		console.log(`  not needed in equal.tsv: ${file}  ${within}  ${what}`);
	left += score.survivors.length;
}
process.exitCode = left === 0 ? 0 : 1;
