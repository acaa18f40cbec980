const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src, watch: watchFiles } = require('gulp');

const assets = ['nodes/**/*.{svg,png,node.json}', 'credentials/**/*.{svg,png}'];

/** Removes what an earlier build left, so that a deleted source file cannot live on in the package. */
const clean = () => rm('dist', { recursive: true, force: true });

const typescript = (...flags) =>
	spawn(process.execPath, [require.resolve('typescript/bin/tsc'), ...flags], { stdio: 'inherit' });

/** Compiles nodes and credentials to CommonJS, the only module kind that finds n8n's own n8n-workflow and zod. */
const compile = () => typescript();

/** Copies icons and codex files next to the code that names them; `encoding: false` keeps the bytes as they are. */
const copy = () => src(assets, { base: '.', encoding: false }).pipe(dest('dist'));

const build = series(clean, parallel(compile, copy));

/** Builds once, then again whatever changes. */
const watch = series(
	clean,
	parallel(copy, function keepCompiling() {
		watchFiles(assets, copy);
		return typescript('--watch', '--preserveWatchOutput');
	}),
);

module.exports = { clean, compile, copy, build, watch, default: build };
