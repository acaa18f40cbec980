/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unlessDone } from './lock';
import { dependencies } from './n8n/package.json';
import { install, installLocked, npm } from './npm';
import { hostFolder, logFileOf } from './paths';
import { step } from './progress';

/** The n8n that runs beside the project. */
export const n8nVersion = dependencies.n8n;

/** The Node that this n8n is made for; a newer one may lack binaries of its native parts. */
const nodeMajor = 24;

/** Where the installed parts are. */
export interface Runtime {
	/** The Node executable that runs n8n. */
	node: string;
	/** The file behind the command `n8n`. */
	n8n: string;
}

/** The npm package that brings Node for this kind of machine. */
function nodePackage(): string {
	const { platform, arch } = process;
	return `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
}

async function ensureNode(): Promise<string> {
	if (Number(process.versions.node.split('.')[0]) === nodeMajor) return process.execPath;
	const folder = join(hostFolder(), 'node');
	const name = nodePackage();
	await install({
		node: process.execPath,
		folder,
		files: { 'package.json': JSON.stringify({ dependencies: { [name]: String(nodeMajor) } }) },
		wanted: { name, nodeMajor },
		what: `Node ${nodeMajor} for n8n (this one is ${process.version})`,
	});
	return join(folder, 'node_modules', name, 'bin', 'node');
}

/** Makes the database driver of n8n, the only one of its native parts that is needed. */
async function prepareDatabase(node: string, folder: string): Promise<void> {
	// Where Node brings its headers, nothing needs to be downloaded.
	const home = dirname(dirname(node));
	const hasHeaders = existsSync(join(home, 'include', 'node', 'node.h'));
	await npm({
		node,
		// `npm start` hands down the project's setting, which forbids scripts.
		args: ['rebuild', 'sqlite3', '--ignore-scripts=false'],
		cwd: folder,
		// Optimized less, which takes half of the time.
		env: { CFLAGS: '-O1', CXXFLAGS: '-O0', ...(hasHeaders && { npm_config_nodedir: home }) },
		failure:
			'The embedded database of n8n (sqlite3) could not be built. It needs Python 3, make and a C++ compiler (Debian: build-essential; macOS: xcode-select --install), or a network that reaches the prebuilt binary',
		logFile: logFileOf('install-sqlite3'),
	});
}

/**
 * Makes sure that Node 24 and n8n are installed in the host folder, never elsewhere. Takes minutes the first time,
 * and no time later. A step that was cut off is done again from its start.
 * @throws HostError when something cannot be downloaded or compiled.
 */
export async function ensureRuntime(): Promise<Runtime> {
	const node = await ensureNode();
	const what = `n8n ${n8nVersion} (2 GB, some minutes, only the first time)`;
	const folder = await installLocked(join(__dirname, 'n8n'), what, { node });
	// No path: what is compiled holds in a folder that was copied or moved.
	await unlessDone(join(folder, 'sqlite.json'), { n8nVersion, nodeMajor }, async () => {
		const label = 'preparing the embedded database (may compile for a minute)';
		await step(label, async () => await prepareDatabase(node, folder));
	});
	return { node, n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}
