/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HostError } from '../errors';
import { hostFolder, logFileOf } from '../paths';
import type { Progress } from '../progress';
import { ensureDebianPackage, libraryPath } from './debian';
import { onPath, runProgram } from './program';

/** The programs of a server, wherever they come from. */
export interface ServerPrograms {
	/** The folder with its executables. */
	bin: string;
	/** The folder that its package was unpacked into; `undefined` when the system has it installed. */
	root: string | undefined;
}

interface Wanted {
	/** The name of Debian's package. */
	name: 'postgresql' | 'redis-server';
	/** The executable that is started. */
	executable: string;
	advice: string;
}

const postgresql: Wanted = {
	name: 'postgresql',
	executable: 'initdb',
	advice:
		'Install PostgreSQL (Debian: apt-get install postgresql; macOS: brew install postgresql@17) so that "initdb" is on PATH, and start again.',
};

const redis: Wanted = {
	name: 'redis-server',
	executable: 'redis-server',
	advice:
		'Install Redis (Debian: apt-get install redis-server; macOS: brew install redis) so that "redis-server" is on PATH, and start again.',
};

/** Debian keeps PostgreSQL's programs out of PATH, one folder per version. */
function versionFolders(root: string): string[] {
	const folder = join(root, 'usr', 'lib', 'postgresql');
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.sort((one, other) => Number(other) - Number(one))
		.map((version) => join(folder, version, 'bin'));
}

function find({ executable }: Wanted, root: string): string | undefined {
	const folders = [...versionFolders(root), join(root, 'usr', 'bin')];
	return folders.find((folder) => existsSync(join(folder, executable)));
}

/** `N8N_HOST_OWN_SERVERS=1` acts as if the system had neither server, which tries the way of a fresh machine. */
function installed(wanted: Wanted): string | undefined {
	if (process.env.N8N_HOST_OWN_SERVERS === '1') return undefined;
	const found = onPath(wanted.executable);
	return find(wanted, '/') ?? (found === undefined ? undefined : dirname(found));
}

/** The environment that programs need which were unpacked rather than installed. */
export function environmentOf({ root }: ServerPrograms): Record<string, string> {
	return root === undefined ? {} : { LD_LIBRARY_PATH: libraryPath(root) };
}

async function ensure(wanted: Wanted, progress: Progress): Promise<ServerPrograms> {
	const { name, executable, advice } = wanted;
	if (process.platform === 'win32') {
		throw new HostError('Queue mode needs Linux or macOS; on Windows, start this in WSL.');
	}
	const present = installed(wanted);
	if (present !== undefined) return { bin: present, root: undefined };
	const root = await ensureDebianPackage({ name }, advice, progress);
	if (root === undefined) throw new HostError(`This machine has no ${name}. ${advice}`);
	const bin = find(wanted, root) ?? join(root, 'usr', 'bin');
	const logFile = logFileOf('debian');
	const programs = { bin, root };
	const tried = await runProgram({
		file: join(bin, executable),
		args: ['--version'],
		cwd: root,
		env: environmentOf(programs),
		logFile,
	});
	if (tried.succeeded) return programs;
	throw new HostError(
		`The downloaded ${name} does not run here. Delete ${join(hostFolder(), 'debian')} and start again, or: ${advice}`,
		logFile,
	);
}

/**
 * Finds PostgreSQL on this machine, or downloads it.
 * @throws HostError that says what to install.
 */
export async function ensurePostgres(progress: Progress): Promise<ServerPrograms> {
	return await ensure(postgresql, progress);
}

/**
 * Finds Redis on this machine, or downloads it.
 * @throws HostError that says what to install.
 */
export async function ensureRedis(progress: Progress): Promise<ServerPrograms> {
	return await ensure(redis, progress);
}
