/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { startNode } from './children';
import { HostError } from './errors';
import { unlessDone } from './lock';
import { hostFolder, logFileOf } from './paths';
import { step } from './progress';

/** npm's own JavaScript file: it runs under any Node, which the command `npm` does not. */
function npmScript(): string {
	const { npm_execpath: running = '' } = process.env;
	if (basename(running) === 'npm-cli.js') return running;
	return join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
}

/** An npm run. */
interface NpmRun {
	/** The Node that runs npm and that its scripts find first. */
	node: string;
	args: string[];
	cwd: string;
	/** Environment variables added last. */
	env?: Record<string, string>;
	/** What the run is for, as a sentence: "n8n could not be installed". */
	failure: string;
	logFile: string;
}

/**
 * Runs npm to its end.
 * @throws HostError with the end of its output.
 */
export async function npm({ node, args, cwd, env, failure, logFile }: NpmRun): Promise<void> {
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'w');
	const child = startNode({
		node,
		args: [npmScript(), ...args, '--no-audit', '--no-fund', '--no-update-notifier'],
		cwd,
		// So that scripts find the right Node.
		env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter), ...env },
		log,
	});
	closeSync(log);
	await once(child, 'close');
	if (child.exitCode !== 0) throw new HostError(`${failure}:`, logFile);
}

/** Packages in a folder of their own. */
interface Installation {
	/** The Node that they are for. */
	node: string;
	folder: string;
	/** What npm reads: the text of `package.json`, and of a lock file where there is one. */
	files: Record<string, string>;
	/** All that the result depends on. */
	wanted: unknown;
	/** What they are, for whoever waits. */
	what: string;
	/** Whether they need all that they name as peers. Some name what they do not need here, such as a database. */
	needsPeers?: boolean;
}

/**
 * Installs packages, unless the very same are there. No script of theirs runs.
 * @throws HostError when they cannot be installed
 */
export async function install({
	node,
	folder,
	files,
	wanted,
	what,
	needsPeers = false,
}: Installation): Promise<void> {
	await unlessDone(join(folder, 'installed.json'), wanted, async () => {
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
		const command = 'package-lock.json' in files ? 'ci' : 'install';
		await step(`installing ${what}`, () =>
			npm({
				node,
				args: [
					...[command, '--ignore-scripts', '--prefer-offline'],
					...(needsPeers ? [] : ['--legacy-peer-deps']),
				],
				cwd: folder,
				failure: `This could not be installed: ${what}`,
				logFile: logFileOf(`install-${basename(folder)}`),
			}),
		);
	});
}

/**
 * Installs the packages of a folder's package.json and lock file into a folder of the same name in the host folder.
 *
 * @param what - what they are, for whoever waits
 * @param more - the Node that they are for, if it is not this one, and {@link Installation.needsPeers}
 * @returns The folder in which they are installed.
 */
export async function installLocked(
	from: string,
	what: string,
	more: Partial<Pick<Installation, 'node' | 'needsPeers'>> = {},
): Promise<string> {
	const folder = join(hostFolder(), basename(from));
	const read = (name: string) => readFileSync(join(from, name), 'utf8');
	const files = {
		'package.json': read('package.json'),
		'package-lock.json': read('package-lock.json'),
	};
	const { platform, arch } = process;
	const lock = createHash('sha256').update(files['package-lock.json']).digest('hex');
	await install({
		node: process.execPath,
		folder,
		files,
		wanted: { lock, platform, arch, needsPeers: more.needsPeers },
		what,
		...more,
	});
	return folder;
}
