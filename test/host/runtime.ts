/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HostError } from './errors';
import { underLock } from './lock';
import { npm } from './npm';
import { hostFolder, logFileOf } from './paths';
import type { Progress } from './progress';
import { once } from './stamp';

/** The n8n that runs beside the project. */
export const n8nVersion = '2.41.1';

/** The Node that this n8n is made for; a newer one may lack binaries of its native parts. */
const nodeMajor = 24;

/** Newer versions of these need packages that not every registry has. */
const overrides = {
	linkedom: '0.18.12',
	'@langchain/langgraph': '1.4.17',
	'@langchain/langgraph-checkpoint': '1.1.5',
};

/** Where the installed parts are. */
export interface Runtime {
	/** The Node executable that runs n8n. */
	node: string;
	/** The file behind the command `n8n`. */
	n8n: string;
}

/** The npm package that brings Node for this kind of machine. */
export function nodePackage(platform: string, arch: string): string {
	const system = platform === 'win32' ? 'win' : platform;
	const prefix = system === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
	return `${prefix}-${system}-${arch}`;
}

function freshFolder(folder: string, manifest: object): void {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }, null, '\t'));
}

function headersBeside(folder: string): string | undefined {
	return existsSync(join(folder, 'include', 'node', 'node.h')) ? folder : undefined;
}

/** Node, and the folder with its `include/node`, for native parts, where that is known. */
async function ensureNode(progress: Progress): Promise<{ node: string; headers: string | undefined }> {
	if (Number(process.versions.node.split('.')[0]) === nodeMajor) {
		return { node: process.execPath, headers: headersBeside(dirname(dirname(process.execPath))) };
	}
	const folder = join(hostFolder(), 'node');
	const name = nodePackage(process.platform, process.arch);
	const installed = join(folder, 'node_modules', name);
	const node = join(installed, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	await once(join(folder, 'installed.json'), { name, nodeMajor }, async () => {
		freshFolder(folder, { dependencies: { [name]: String(nodeMajor) } });
		await progress.step(`installing Node ${nodeMajor} for n8n (this one is ${process.version})`, () =>
			npm({
				node: process.execPath,
				args: ['install', '--ignore-scripts', '--prefer-offline'],
				cwd: folder,
				failure: `Node ${nodeMajor} could not be installed (package ${name})`,
				logFile: logFileOf('install-node'),
			}),
		);
	});
	if (!existsSync(node))
		throw new HostError(
			`Node ${nodeMajor} is not where it should be: ${node}. Delete ${folder} and start again.`,
		);
	return { node, headers: headersBeside(installed) };
}

async function ensureN8n(node: string, progress: Progress): Promise<string> {
	const folder = join(hostFolder(), 'n8n');
	const manifest = { dependencies: { n8n: n8nVersion }, overrides };
	await once(
		join(folder, 'installed.json'),
		{ ...manifest, platform: process.platform, arch: process.arch },
		async () => {
			freshFolder(folder, manifest);
			await progress.step(`installing n8n ${n8nVersion} (2 GB, some minutes, only the first time)`, () =>
				npm({
					node,
					args: ['install', '--ignore-scripts', '--legacy-peer-deps', '--prefer-offline'],
					cwd: folder,
					failure: `n8n ${n8nVersion} could not be installed`,
					logFile: logFileOf('install-n8n'),
				}),
			);
		},
	);
	return folder;
}

/**
 * Makes sure that Node 24 and n8n are installed in the host folder, never elsewhere. Takes minutes the first time,
 * and no time later. A step that was cut off is done again from its start.
 * @throws HostError when something cannot be downloaded or compiled.
 */
export async function ensureRuntime(progress: Progress): Promise<Runtime> {
	return await underLock(join(hostFolder(), 'install.lock'), progress, async () => {
		const { node, headers } = await ensureNode(progress);
		const folder = await ensureN8n(node, progress);
		await once(join(folder, 'sqlite.json'), { n8nVersion, node }, async () => {
			await progress.step('preparing the embedded database (may compile for a minute)', () =>
				npm({
					node,
					args: ['rebuild', 'sqlite3'],
					cwd: folder,
					env: { JOBS: '2', ...(headers === undefined ? {} : { npm_config_nodedir: headers }) },
					failure:
						'The embedded database of n8n (sqlite3) could not be built. It needs Python 3, make and a C++ compiler (Debian: build-essential; macOS: xcode-select --install), or a network that reaches the prebuilt binary',
					logFile: logFileOf('install-sqlite3'),
				}),
			);
		});
		return { node, n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
	});
}
