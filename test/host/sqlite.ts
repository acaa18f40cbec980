/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run, type CommandResult } from './command';
import { HostError } from './errors';
import { npmEnvironment } from './npm';
import { logFileOf } from './paths';

/** What the native part of the embedded database is built with. */
export interface SqliteBuild {
	node: string;
	/** The folder with `include/node`; without it node-gyp downloads the headers. */
	headers: string | undefined;
	/** n8n's `node_modules`. */
	modules: string;
}

/** Whether the database really opens under this Node, which a file that merely exists does not tell. */
export async function sqliteLoads(node: string, modules: string): Promise<boolean> {
	const script = `new (require('sqlite3').Database)(':memory:').get('select 1', (e) => process.exit(e ? 1 : 0))`;
	const result = await run({
		node,
		args: ['--eval', script],
		cwd: join(modules, 'sqlite3'),
		env: npmEnvironment(process.env, dirname(node)),
		logFile: logFileOf('install-sqlite3'),
	});
	return result.succeeded;
}

/**
 * Gets the native part of sqlite3 as its own install script does: the prebuilt binary, else it is compiled.
 * @throws HostError when neither yields a database that opens.
 */
export async function buildSqlite(build: SqliteBuild): Promise<void> {
	const { node, headers, modules } = build;
	const logFile = logFileOf('install-sqlite3');
	const inSqlite = (script: string[], args: string[]): Promise<CommandResult> => {
		const nested = join(modules, 'sqlite3', 'node_modules', ...script);
		return run({
			node,
			args: [existsSync(nested) ? nested : join(modules, ...script), ...args],
			cwd: join(modules, 'sqlite3'),
			env: npmEnvironment(process.env, dirname(node)),
			logFile,
		});
	};
	await inSqlite(['prebuild-install', 'bin.js'], ['-r', 'napi']);
	if (await sqliteLoads(node, modules)) return;
	const compiled = await inSqlite(
		['node-gyp', 'bin', 'node-gyp.js'],
		['rebuild', '--release', '-j', '2', ...(headers === undefined ? [] : [`--nodedir=${headers}`])],
	);
	if (compiled.succeeded && (await sqliteLoads(node, modules))) return;
	throw new HostError(
		'The embedded database of n8n (sqlite3) could not be built. It needs Python 3, make and a C++ compiler (Debian: build-essential; macOS: xcode-select --install), or a network that reaches the prebuilt binary.',
		logFile,
	);
}
