// Applies the rules of n8n's scanner to a package, without the downloads that surround them in the scanner itself.
// Arguments: the folder in which the scanner is installed, the package's folder, and `source` or `dist`.
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const [scannerFolder, packageFolder, leg] = process.argv.slice(2);
const scanner = join(
	scannerFolder,
	'node_modules',
	'@n8n',
	'scan-community-package',
	'scanner',
	'scanner.mjs',
);
// The scanner's own ones, not those of the project.
const ofScanner = createRequire(scanner);
const { ESLint } = ofScanner('eslint');
const glob = ofScanner('fast-glob');
const { buildScanConfig, SOURCE_FILE_PATTERNS } = await import(pathToFileURL(scanner));

const patterns = { source: SOURCE_FILE_PATTERNS, dist: ['**/*.js', 'package.json'] };
const files = await glob(patterns[leg], {
	cwd: packageFolder,
	absolute: true,
	ignore: ['node_modules/**', '**/package-lock.json'],
});
const eslint = new ESLint({
	cwd: packageFolder,
	allowInlineConfig: false,
	overrideConfigFile: true,
	overrideConfig: await buildScanConfig(),
});
const results = await eslint.lintFiles(files);
const findings = results.flatMap(({ filePath, messages }) =>
	messages.map(({ line = 0, ruleId, message }) => {
		const file = relative(packageFolder, filePath).replaceAll('\\', '/');
		return `${file}:${line} ${ruleId ?? 'unreadable'}: ${message}`;
	}),
);
const scanned = files.map((file) => relative(packageFolder, file).replaceAll('\\', '/')).sort();
process.stdout.write(JSON.stringify({ scanned, findings }));
