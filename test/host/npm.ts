/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run, type CommandResult } from './command';
import { HostError } from './errors';

/** Settings that say how the registry is reached; everything else of an outer npm run stays outside. */
const connection =
	/^npm_config_(registry|userconfig|globalconfig|cache|(https?_)?proxy|noproxy|cafile|ca|cert|key|strict_ssl|offline|prefer_offline|fetch_.*|maxsockets|python|@.*|\/\/.*)$/i;

/**
 * The environment for an npm run of our own. `npm start` hands its settings down (the project's `ignore-scripts`,
 * its folder, `--omit` and so on), which would change what a nested npm does.
 * @param nodeFolder - Comes first on PATH, so that scripts find the right Node.
 */
export function npmEnvironment(outer: NodeJS.ProcessEnv, nodeFolder: string): NodeJS.ProcessEnv {
	const kept = Object.entries(outer).filter(([name]) => !/^npm_/i.test(name) || connection.test(name));
	const environment = Object.fromEntries(kept);
	delete environment.NODE_OPTIONS;
	delete environment.NODE_ENV;
	delete environment.INIT_CWD;
	const pathName = Object.keys(environment).find((name) => /^path$/i.test(name)) ?? 'PATH';
	environment[pathName] = [nodeFolder, environment[pathName] ?? ''].join(delimiter);
	return environment;
}

function isNpm(file: string): boolean {
	return /[\\/]npm-cli\.js$/.test(file) && existsSync(file);
}

/** npm's own JavaScript file: it runs under any Node on any system, which the command `npm` does not. */
function npmScript(): string {
	const folders = (process.env.PATH ?? '').split(delimiter);
	const candidates = [
		process.env.npm_execpath ?? '',
		...folders
			.map((folder) => join(folder, 'npm'))
			.filter(existsSync)
			.map((file) => realpathSync(file)),
		...[...folders, dirname(process.execPath)].flatMap((folder) => [
			join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
			join(folder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
		]),
	];
	const script = candidates.find(isNpm);
	if (script === undefined) {
		throw new HostError('npm was not found. Install it (it comes with Node.js), or run this by "npm start".');
	}
	return script;
}

/** An npm run. */
export interface NpmRun {
	/** The Node that runs npm and that its scripts find first. */
	node: string;
	args: string[];
	cwd: string;
	/** Environment variables added last. */
	env?: Record<string, string>;
	/** What the run is for, as the start of a sentence: "n8n could not be installed". */
	failure: string;
	logFile: string;
}

/**
 * Runs npm to its end.
 * @throws HostError with the reason and the log file.
 */
export async function npm(wanted: NpmRun): Promise<CommandResult> {
	const result = await run({
		node: wanted.node,
		args: [npmScript(), ...wanted.args, '--no-audit', '--no-fund', '--no-update-notifier'],
		cwd: wanted.cwd,
		env: { ...npmEnvironment(process.env, dirname(wanted.node)), ...wanted.env },
		logFile: wanted.logFile,
	});
	if (result.succeeded) return result;
	const told = result.output.split('\n').filter((line) => /^npm error (?!A complete log)/i.test(line));
	throw new HostError([`${wanted.failure}.`, ...told.slice(0, 5)].join('\n'), wanted.logFile);
}
