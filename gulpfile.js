const { spawn } = require('node:child_process');
const { readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const { dest, parallel, series, src, watch: watchFiles } = require('gulp');
const prettier = require('prettier');

const assets = ['nodes/**/*.{svg,png,node.json}', 'credentials/**/*.{svg,png}'];

/** Removes what an earlier build left, so that a deleted source file cannot live on in the package. */
const clean = () => rm('dist', { recursive: true, force: true });

const typescript = (...flags) =>
	spawn(process.execPath, [require.resolve('typescript/bin/tsc'), ...flags], { stdio: 'inherit' });

/** Compiles nodes and credentials to CommonJS, the only module kind that finds n8n's own n8n-workflow and zod. */
const compile = () => typescript();

/** Writes the compiled code with tabs and long lines, which makes the package smaller to download and no harder to read. */
const tidy = async () => {
	const files = (await readdir('dist', { recursive: true })).filter((file) => file.endsWith('.js'));
	const options = { parser: 'babel', useTabs: true, singleQuote: true, printWidth: 320 };
	for (const file of files.map((name) => join('dist', name))) {
		await writeFile(file, await prettier.format(await readFile(file, 'utf8'), options));
	}
};

/** Copies icons and codex files next to the code that names them; `encoding: false` keeps the bytes as they are. */
const copy = () => src(assets, { base: '.', encoding: false }).pipe(dest('dist'));

const build = series(clean, parallel(series(compile, tidy), copy));

/** Builds once, then again whatever changes. */
const watch = series(
	clean,
	parallel(copy, function keepCompiling() {
		watchFiles(assets, copy);
		return typescript('--watch', '--preserveWatchOutput');
	}),
);

module.exports = { clean, compile, copy, build, watch, default: build };
