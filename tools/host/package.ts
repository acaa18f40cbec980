/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { underLock } from './lock';
import { install, npm } from './npm';
import { hostFolder, logFileOf, packageName, projectRoot } from './paths';
import { step } from './progress';

/** What a build is made of. */
const SOURCES = ['nodes', 'credentials', 'gulpfile.js', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** When a file, or anything below a folder, was changed last; a folder is when one of its files comes or goes. */
function changedAt(path: string): number {
	const { mtimeMs } = statSync(path);
	const entries = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [];
	return Math.max(mtimeMs, ...entries.map((entry) => statSync(join(path, String(entry))).mtimeMs));
}

/** Whether the last build came after the last change of what it is made of. */
function isBuilt(): boolean {
	const written = join(projectRoot(), 'dist', 'nodes', 'Clip', 'Clip.node.js');
	return (
		existsSync(written) &&
		SOURCES.every((source) => changedAt(join(projectRoot(), source)) < changedAt(written))
	);
}

async function npmHere(command: string[], failure: string, logFile: string): Promise<void> {
	await npm({ node: process.execPath, args: command, cwd: projectRoot(), failure, logFile });
}

async function buildAndPack(): Promise<string> {
	if (!isBuilt()) await npmHere(['run', 'build'], 'The package could not be built', logFileOf('build'));
	const folder = join(hostFolder(), 'packages');
	const fresh = join(folder, 'fresh');
	rmSync(fresh, { recursive: true, force: true });
	mkdirSync(fresh, { recursive: true });
	const pack = ['pack', '--ignore-scripts', '--pack-destination', fresh];
	await npmHere(pack, 'The package could not be packed', logFileOf('pack'));
	const packed = join(fresh, readdirSync(fresh)[0] ?? '');
	const hash = createHash('sha256').update(readFileSync(packed)).digest('hex').slice(0, 12);
	const tarball = join(folder, `${packageName}-${hash}.tgz`);
	renameSync(packed, tarball);
	return tarball;
}

/**
 * Packs the package, once in a process, and builds it before when it has changed since the last build; unless `N8N_HOST_TARBALL`
 * names a tarball made before. Its name holds a hash of its content, so equal names are equal packages.
 * @returns The tarball's path.
 * @throws HostError when it does not compile or pack.
 */
export async function buildPackage(): Promise<string> {
	const work = async () => await step('building and packing the nodes', buildAndPack);
	return (process.env.N8N_HOST_TARBALL ??= await underLock(join(hostFolder(), 'build.lock'), work));
}

/**
 * The folder of the package once it is installed.
 * @param userFolder - As given to {@link installPackage}.
 */
export const installedIn = (userFolder: string): string =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);

/**
 * Installs a tarball for the n8n of a user folder, as n8n's own installer of community packages does, unless the very same is
 * installed there.
 * @param others - Community nodes of others that are installed beside it: their versions by their names.
 * @throws HostError when npm fails.
 */
export async function installPackage(
	tarball: string,
	userFolder: string,
	node: string,
	others: Readonly<Record<string, string>> = {},
): Promise<void> {
	const manifest = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [packageName]: `file:${tarball}`, ...others },
	};
	await install({
		node,
		folder: join(userFolder, '.n8n', 'nodes'),
		files: { 'package.json': JSON.stringify(manifest) },
		wanted: { nodes: basename(tarball), others },
		what: 'the nodes into n8n',
	});
}
