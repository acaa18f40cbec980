/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { HostError } from '../errors';
import { temporaryFolder } from '../folder';
import { freePort, localhost } from '../ports';
import { isOpenToAll, unprivilegedAccount } from './account';
import { keep } from './keeper';
import { runProgram, type Account } from './program';
import { environmentOf, type ServerPrograms } from './programs';
import { waitForServer } from './ready';

/** A PostgreSQL server with an empty database. */
export interface Postgres {
	port: number;
	database: string;
	user: string;
	password: string;
	/** The folder with its data. */
	dataFolder: string;
	logFile: string;
	/** The process group of the server. */
	pid: number;
	/** Ends it and removes its data. */
	stop(): Promise<void>;
}

/** What is made by initdb itself, so that nothing needs to be created later. */
const user = 'n8n';
const database = 'postgres';

/** The data is thrown away after the test, so none of it need reach the disk in time. */
const settings = {
	listen_addresses: localhost,
	unix_socket_directories: '',
	fsync: 'off',
	full_page_writes: 'off',
	synchronous_commit: 'off',
	// Needs a library of 100 MB.
	jit: 'off',
	// In the data folder, which is removed, instead of memory that a killed server leaves behind.
	dynamic_shared_memory_type: 'mmap',
};

/** The programs at a place where the account gets to them: what root has unpacked may lie in a folder of root's own. */
function reachable(programs: ServerPrograms, account: Account | undefined, spare: string): ServerPrograms {
	const { root, bin } = programs;
	if (account === undefined || root === undefined || isOpenToAll(bin)) return programs;
	const copy = join(spare, 'programs');
	cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
	chmodSync(copy, 0o755);
	return { bin: join(copy, relative(root, bin)), root: copy };
}

/** PostgreSQL's own sign, which its `pg_ctl` waits for as well. */
function saysReady(dataFolder: string): boolean {
	try {
		const lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
		return lines[7]?.trim() === 'ready';
	} catch {
		return false;
	}
}

/**
 * Starts a PostgreSQL server on 127.0.0.1, with data in a temporary folder.
 * @throws HostError when it does not start.
 */
export async function startPostgres(installed: ServerPrograms, logFile: string): Promise<Postgres> {
	const account = unprivilegedAccount();
	const { path: folder, remove } = temporaryFolder('n8n-postgres-');
	const dataFolder = join(folder, 'data');
	const passwordFile = join(folder, 'password');
	const password = randomBytes(16).toString('hex');
	writeFileSync(passwordFile, password, { mode: 0o600 });
	const programs = reachable(installed, account, folder);
	if (account !== undefined) {
		for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
	}
	const common = { cwd: folder, env: environmentOf(programs), account, logFile };
	const created = await runProgram({
		...common,
		file: join(programs.bin, 'initdb'),
		args: [
			...['--pgdata', dataFolder, '--username', user, '--pwfile', passwordFile],
			...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
		],
	});
	if (!created.succeeded) {
		remove();
		throw new HostError('The data folder of PostgreSQL could not be made.', logFile);
	}
	const port = await freePort();
	const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => [
		'-c',
		`${name}=${value}`,
	]);
	const server = keep({
		...common,
		file: join(programs.bin, 'postgres'),
		args: ['-D', dataFolder, ...options],
		// At once, with the connections that are open.
		signal: 'QUIT',
		folder,
	});
	const stop = async () => {
		await server.stop();
		remove();
	};
	await waitForServer('PostgreSQL', server, logFile, () => saysReady(dataFolder));
	return { port, database, user, password, dataFolder, logFile, pid: server.pid, stop };
}
