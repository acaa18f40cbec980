// `npm test`: the checks side by side, then the tests. With files, or watching, the tests at once.
const { spawn } = require('node:child_process');
const { buildArgv } = require('jest');

const CHECKS = ['lint', 'typecheck', 'build'];

const given = process.argv.slice(2);

/** Runs a script of package.json, and shows what it printed when it has ended: in one piece, since others run beside it. */
const check = (script) =>
	new Promise((resolve) => {
		const started = Date.now();
		// The command `npm` is none that Windows can start without a shell.
		const child = spawn(`npm run --silent ${script}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
		const output = [];
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
		child.once('close', (code) => {
			const seconds = Math.round((Date.now() - started) / 1000);
			const end = code === 0 ? 'passed' : 'FAILED';
			process.stdout.write(`${Buffer.concat(output)}== ${script} ${end} in ${seconds} s\n`);
			resolve(code === 0);
		});
	});

/** Files come first, because each of the names that follow `--selectProjects` counts as a project. */
const test = () =>
	spawn(
		process.execPath,
		[
			require.resolve('jest/bin/jest'),
			...given,
			'--selectProjects',
			'unit',
			'engine',
			'fuzz',
			'--maxWorkers=100%',
		],
		{ stdio: 'inherit' },
	).once('close', (code) => (process.exitCode = code ?? 1));

const main = async () => {
	const { _: files, testPathPatterns, watch, watchAll } = await buildArgv(given);
	const atOnce = files.length > 0 || testPathPatterns || watch || watchAll;
	const passed = atOnce ? [] : await Promise.all(CHECKS.map(check));
	if (passed.includes(false)) process.exitCode = 1;
	else test();
};

void main();
