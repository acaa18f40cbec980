// `npm test`: the checks and the tests side by side. With files, or watching, the tests alone.
const { spawn } = require('node:child_process');
const { availableParallelism } = require('node:os');
const { buildArgv } = require('jest');

const CHECKS = ['lint', 'typecheck'];

const given = process.argv.slice(2);

const write = (text) => process.stdout.write(text);

/** The linters and the compiler collect much that is young: with room for it they need a tenth less of the processor. */
const env = {
	...process.env,
	NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim(),
};

/** Runs a script of package.json, and keeps what it prints: others run beside it. */
const check = (script) =>
	new Promise((resolve) => {
		const started = Date.now();
		// The command `npm` is none that Windows can start without a shell.
		const child = spawn(`npm run --silent ${script}`, {
			shell: true,
			env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const output = [];
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
		child.once('close', (code) => {
			const seconds = Math.round((Date.now() - started) / 1000);
			const passed = code === 0;
			const end = `== ${script} ${passed ? 'passed' : 'FAILED'} in ${seconds} s\n`;
			resolve({ passed, report: Buffer.concat([...output, Buffer.from(end)]) });
		});
	});

/** Files come first, because each of the names that follow `--selectProjects` counts as a project. */
const test = (...projects) =>
	new Promise((resolve) => {
		const args = [require.resolve('jest/bin/jest'), ...given, '--selectProjects', ...projects];
		// One more than processors: an engine test rests about half of its time. (Jest takes 150% for 150 workers.)
		const workers = `--maxWorkers=${availableParallelism() + 1}`;
		const child = spawn(process.execPath, [...args, workers], { stdio: 'inherit' });
		child.once('close', (code) => resolve(code ?? 1));
	});

const testAndCheck = async () => {
	const checks = Promise.all(CHECKS.map(check));
	// A test packs what was built.
	const build = await check('build');
	write(build.report);
	const code = build.passed ? await test('unit', 'areas', 'fuzz') : 1;
	// Their reports would stand in the middle of what the tests say; and what has failed is looked for at the end.
	const reports = (await checks).sort((one, other) => Number(other.passed) - Number(one.passed));
	for (const { report } of reports) write(report);
	return reports.every(({ passed }) => passed) ? code : 1;
};

const main = async () => {
	const { _: files, testPathPatterns, watch, watchAll } = await buildArgv(given);
	const alone = files.length > 0 || testPathPatterns || watch || watchAll;
	process.exitCode = alone ? await test('unit', 'engine', 'fuzz', 'planted') : await testAndCheck();
};

void main();
