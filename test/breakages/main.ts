/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { projectRoot } from '../host';
import type { Breakage } from './breakage';
import { breakages } from './list';

const root = projectRoot();
const copy = mkdtempSync(join(tmpdir(), 'video-clipping-breakages-'));
const results = join(copy, 'results.json');

const report = z.object({
	numPassedTests: z.number(),
	numFailedTests: z.number(),
	numRuntimeErrorTestSuites: z.number(),
});

/** Copies the working tree as it is, without what is installed or built. */
function copyProject(): void {
	const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		cwd: root,
	});
	for (const file of list.toString().split('\0')) {
		if (!['', 'node_modules'].includes(file) && existsSync(join(root, file)))
			cpSync(join(root, file), join(copy, file));
	}
	symlinkSync(realpathSync(join(root, 'node_modules')), join(copy, 'node_modules'));
}

/** Runs the test of a breakage in the copy. */
function runTest({ test, name }: Breakage): z.infer<typeof report> {
	const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	const suite = test.split('/')[1] ?? '';
	rmSync(results, { force: true });
	spawnSync(
		process.execPath,
		['node_modules/jest/bin/jest.js', '--selectProjects', suite, '--testPathPatterns', escaped(test)].concat([
			'-t',
			escaped(name),
			'--json',
			'--outputFile',
			results,
		]),
		{ cwd: copy, stdio: 'ignore' },
	);
	// Without a file of that name jest writes nothing.
	const nothing = { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };
	return existsSync(results) ? report.parse(JSON.parse(readFileSync(results, 'utf8'))) : nothing;
}

/** Why a breakage goes unnoticed, or proves nothing; null when its test turns red. */
function complaintAbout(breakage: Breakage): string | null {
	const { file, find, replace } = breakage;
	if (!existsSync(join(copy, file))) return 'there is no such file to edit';
	const source = readFileSync(join(copy, file), 'utf8');
	const count = source.split(find).length - 1;
	if (count !== 1) return `the text to edit occurs ${count} times`;
	const before = runTest(breakage);
	if (before.numPassedTests === 0) return 'no test of that name passes unbroken';
	if (before.numFailedTests + before.numRuntimeErrorTestSuites > 0) return 'its test is red unbroken';
	writeFileSync(join(copy, file), source.split(find).join(replace));
	const broken = runTest(breakage);
	writeFileSync(join(copy, file), source);
	if (broken.numRuntimeErrorTestSuites > 0) return 'its test does not even run';
	return broken.numFailedTests > 0 ? null : 'its test stays green';
}

const wanted = process.argv.slice(2).map(Number);
let [red, notRed] = [0, 0];
try {
	copyProject();
	for (const [index, breakage] of breakages.entries()) {
		if (wanted.length > 0 && !wanted.includes(index + 1)) continue;
		const complaint = complaintAbout(breakage);
		if (complaint === null) red += 1;
		else notRed += 1;
		const end = complaint === null ? 'red' : `NOT RED: ${complaint}`;
		process.stdout.write(`${index + 1}. ${breakage.promise}: ${breakage.breaks}: ${end}\n`);
	}
} finally {
	rmSync(copy, { recursive: true, force: true });
}
process.stdout.write(`${red} red, ${notRed} not red\n`);
if (notRed > 0 || red === 0) process.exitCode = 1;
