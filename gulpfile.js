const { spawn } = require('node:child_process');
const { mkdtemp, rm } = require('node:fs/promises');
const { join, parse } = require('node:path');
const { nodeResolve } = require('@rollup/plugin-node-resolve');
const terser = require('@rollup/plugin-terser');
const { dest, parallel, series, src, watch: watchFiles } = require('gulp');
const { rollup } = require('rollup');
const { n8n } = require('./package.json');

const sources = '{nodes,credentials}/**/*.ts';
const assets = ['nodes/**/*.{svg,png,node.json}', 'credentials/**/*.{svg,png}'];

/** Removes what an earlier build left, so that a deleted source file cannot live on in the package. */
const clean = () => rm('dist', { recursive: true, force: true });

/** Compiles nodes and credentials to ES modules. */
const compile = (outDir) =>
	new Promise((resolve, reject) => {
		const flags = ['--module', 'es2022', '--moduleResolution', 'bundler', '--outDir', outDir];
		const tsc = spawn(process.execPath, [require.resolve('typescript/bin/tsc'), ...flags], {
			stdio: 'inherit',
		});
		tsc.once('error', reject);
		tsc.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The sources do not compile.'))));
	});

/** The files that n8n loads, such as nodes/Clip/Clip.node, by the names of what they are compiled from. */
const entries = (folder) =>
	Object.fromEntries(
		[...n8n.nodes, ...n8n.credentials].map((file) => {
			const { dir, name } = parse(file.replace(/^dist\//, ''));
			return [`${dir}/${name}`, join(folder, dir, `${name}.js`)];
		}),
	);

/**
 * Joins the modules to few files, those that n8n loads and those that are loaded when they are needed first, as CommonJS:
 * the only module kind that finds n8n's own n8n-workflow and zod. Functions and classes keep their names, so that a stack in
 * n8n's log can be read; without those of variables, and without white space, the package is a fifth smaller.
 */
const bundle = async () => {
	const folder = await mkdtemp(join(__dirname, 'node_modules', '.build-'));
	try {
		await compile(folder);
		const build = await rollup({
			input: entries(folder),
			external: /^(n8n-workflow|node:|zod)/,
			plugins: [nodeResolve()],
			onLog: (_level, { message }) => {
				throw new Error(message);
			},
		});
		await build.write({
			dir: 'dist',
			format: 'cjs',
			exports: 'named',
			interop: 'esModule',
			dynamicImportInCjs: false,
			generatedCode: 'es2015',
			// Only what n8n is to load may be called .node.js.
			chunkFileNames: ({ name }) => `nodes/Clip/parts/${name.replace(/\.node$/, '')}.js`,
			plugins: [
				terser({
					ecma: 2020,
					compress: { passes: 2 },
					keep_classnames: true,
					keep_fnames: true,
					format: { max_line_len: 200 },
				}),
			],
		});
		await build.close();
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

/** Copies icons and codex files next to the code that names them; `encoding: false` keeps the bytes as they are. */
const copy = () => src(assets, { base: '.', encoding: false }).pipe(dest('dist'));

const build = series(clean, parallel(bundle, copy));

/** Builds once, then again whatever changes. */
const watch = series(build, () => watchFiles([sources, ...assets], build));

module.exports = { clean, bundle, copy, build, watch, default: build };
