const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src, watch: watchFiles } = require('gulp');

const assets = ['nodes/**/*.{svg,png,node.json}', 'credentials/**/*.{svg,png}'];

/** Removes what an earlier build left, so that a deleted source file cannot live on in the package. */
const clean = () => rm('dist', { recursive: true, force: true });

const tsc = (...options) =>
	spawn(process.execPath, [require.resolve('typescript/bin/tsc'), ...options], { stdio: 'inherit' });

/** Compiles each source file to one of the package, as CommonJS: the only kind that finds n8n's own n8n-workflow and zod. */
const compile = () => tsc();

/** Copies icons and codex files next to the code that names them; `encoding: false` keeps the bytes as they are. */
const copy = () => src(assets, { base: '.', encoding: false }).pipe(dest('dist'));

const build = series(clean, parallel(compile, copy));

/** Builds, then compiles and copies what changes. Meanwhile the package stays whole, so that an n8n that runs beside it can load it. */
const watch = series(clean, copy, () => {
	watchFiles(assets, copy);
	return tsc('--watch', '--preserveWatchOutput');
});

module.exports = { clean, compile, copy, build, watch, default: build };
