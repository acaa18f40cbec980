/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions, no-console -- runs beside n8n, never inside it */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { guardedFiles, type Part, pure } from './table';

/*
 * Changes the code in one place after the other, and runs the tests: a change that no test notices is a test that is missing.
 *
 * npm run mutation            lib/ and all rules/, by unit tests
 * npm run mutation -- FILE    one of the files that hold money and secrets, by the tests of its room; `guarded` stands for all
 */

const root = join(__dirname, '../..');
const results = join(__dirname, 'results.json');
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

/** What a change does that no test noticed. */
interface Survivor {
	where: string;
	what: string;
}

/** How the mutants of a part ended. */
interface Score {
	part: string;
	commit: string;
	mutants: number;
	noticed: number;
	survivors: Survivor[];
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
			configFile: 'test/mutation/jest.config.cjs',
			// Which tests the one file has that runs them, jest cannot see.
			enableFindRelatedTests: false,
		},
		mutate: [...files, '!**/*.fields.ts'],
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
	const missed = mutants.filter(({ status }) => MISSED.has(status));
	const noticed = mutants.filter(({ status }) => NOTICED.has(status)).length;
	return {
		part: name,
		commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
		mutants: noticed + missed.length,
		noticed,
		survivors: missed
			.map(({ file, location, mutatorName, replacement = '' }) => ({
				where: `${file}:${location.start.line}`,
				what: `${mutatorName}: ${replacement.slice(0, 120)}`,
			}))
			.filter(({ what, where }) => !isEqual(where, what)),
	};
}

/**
 * Changes that change nothing that anybody could notice, each with the reason. `in`: a piece of the line that is changed, so that the
 * same change elsewhere in the file is not taken for it.
 */
const equal = z
	.array(z.object({ file: z.string(), in: z.string(), what: z.string(), why: z.string() }))
	.parse(JSON.parse(readFileSync(join(__dirname, 'equal.json'), 'utf8')));

function isEqual(where: string, what: string): boolean {
	const [file = '', line = ''] = where.split(':');
	const known = equal.filter((one) => one.file === file && one.what === what);
	if (known.length === 0) return false;
	const text = readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1] ?? '';
	return known.some((one) => text.includes(one.in));
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

for (const part of parts) {
	const score = tryPart(part);
	const stored = z.record(z.unknown()).parse(JSON.parse(readFileSync(results, 'utf8')));
	writeFileSync(results, `${JSON.stringify({ ...stored, [part.name]: score }, null, '\t')}\n`);
	console.log(`${part.name}: ${score.noticed} of ${score.mutants} changes are noticed`);
	for (const { where, what } of score.survivors) console.log(`  ${where}  ${what}`);
}
