/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod/v3';
import { run } from './command';
import { HostError } from './errors';
import { underLock } from './lock';
import { npm, npmEnvironment } from './npm';
import { hostFolder, logFileOf, packageName, projectRoot } from './paths';
import type { Progress } from './progress';

const packResult = z.union([
	z.array(z.object({ filename: z.string() })).nonempty(),
	z.record(z.object({ filename: z.string() })),
]);

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

async function build(): Promise<void> {
	if (isBuilt()) return;
	const logFile = logFileOf('build');
	const result = await run({
		node: process.execPath,
		args: [join(projectRoot(), 'node_modules', 'gulp', 'bin', 'gulp.js'), 'build'],
		cwd: projectRoot(),
		env: npmEnvironment(process.env, dirname(process.execPath)),
		logFile,
	});
	if (result.succeeded) return;
	const reason = result.output.split('\n').find((line) => /error/i.test(line)) ?? 'See the log.';
	throw new HostError(`The package could not be built: ${reason.trim()}`, logFile);
}

async function pack(folder: string): Promise<string> {
	const logFile = logFileOf('pack');
	const packed = await npm({
		node: process.execPath,
		args: ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
		cwd: projectRoot(),
		failure: 'The package could not be packed',
		logFile,
	});
	const read = packResult.safeParse(JSON.parse(packed.stdout));
	const file = read.success ? Object.values(read.data)[0]?.filename : undefined;
	if (file === undefined) throw new HostError('npm pack did not say which file it wrote.', logFile);
	return join(folder, basename(file));
}

/**
 * Packs the package, and builds it before when it has changed since the last build; unless `N8N_HOST_TARBALL` names a tarball
 * made before. The tarball's name holds a hash of its content, so equal names are equal packages.
 * @returns The tarball's path.
 * @throws HostError when it does not compile or pack.
 */
export async function buildPackage(progress: Progress): Promise<string> {
	const made = process.env.N8N_HOST_TARBALL ?? '';
	if (made !== '') return made;
	const folder = join(hostFolder(), 'packages');
	mkdirSync(folder, { recursive: true });
	return await underLock(join(hostFolder(), 'build.lock'), progress, () =>
		progress.step('building and packing the nodes', async () => {
			await build();
			const tarball = await pack(folder);
			const hash = createHash('sha256').update(readFileSync(tarball)).digest('hex').slice(0, 12);
			const named = tarball.replace(/\.tgz$/, `-${hash}.tgz`);
			renameSync(tarball, named);
			return named;
		}),
	);
}

/**
 * The folder of the package once it is installed.
 * @param userFolder - As given to {@link installPackage}.
 */
export function installedIn(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
}

/**
 * Installs a tarball for the n8n of a user folder, as n8n's own community package installer does. Does nothing when the very
 * same tarball is installed there.
 * @throws HostError when npm fails.
 */
export async function installPackage(
	tarball: string,
	userFolder: string,
	node: string,
	progress: Progress,
): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	const stamp = join(userFolder, 'installed-package.txt');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === basename(tarball)) return;
	rmSync(stamp, { force: true });
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'installed-nodes', private: true }));
	await progress.step('installing the nodes into n8n', () =>
		npm({
			node,
			args: ['install', '--legacy-peer-deps', '--omit=dev', '--ignore-scripts', tarball],
			cwd: folder,
			failure: 'The packed nodes could not be installed',
			logFile: logFileOf('install-nodes'),
		}),
	);
	writeFileSync(stamp, basename(tarball));
}
