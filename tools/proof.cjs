// `npm run proof`: the long tables, on a real n8n. A run of all of them that is green leaves its commit and date in CONTRIBUTING.md.
const { execFileSync, spawnSync } = require('node:child_process');
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const some = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [jest, '--selectProjects', 'proof', ...some], {
	cwd: root,
	stdio: 'inherit',
});
if (status === 0 && some.length === 0) {
	const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
	const changed = git('status', '--porcelain') === '' ? '' : ', with changes';
	const run = `commit ${git('rev-parse', '--short', 'HEAD')}${changed}, ${new Date().toISOString().slice(0, 10)}`;
	const file = join(root, 'CONTRIBUTING.md');
	const text = readFileSync(file, 'utf8');
	writeFileSync(file, text.replace(/(Last run of `npm run proof`: )[^.\n]*/, `$1${run}`));
}
process.exitCode = status ?? 1;
