/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../folder';
import { freePort, localhost } from '../ports';
import { keep } from './keeper';
import { environmentOf, type ServerPrograms } from './programs';
import { waitForServer } from './ready';

/** A Redis server that holds nothing. */
export interface Redis {
	port: number;
	password: string;
	logFile: string;
	/** The process group of the server. */
	pid: number;
	/** Ends it. */
	stop(): Promise<void>;
}

/** Whether a Redis answers at a port, and takes the password: another program may have been quicker to take the port. */
async function answers(port: number, password: string): Promise<boolean> {
	const socket = connect({ port, host: localhost, timeout: 2000 });
	try {
		await once(socket, 'connect');
		socket.write(`AUTH ${password}\r\n`);
		const answer: unknown = await once(socket, 'data');
		return String(answer).startsWith('+OK');
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}

/**
 * Starts a Redis server on 127.0.0.1 that writes nothing to the disk.
 * @throws HostError when it does not start.
 */
export async function startRedis(programs: ServerPrograms, logFile: string): Promise<Redis> {
	const { path: folder, remove } = temporaryFolder('n8n-redis-');
	const port = await freePort();
	const password = randomBytes(16).toString('hex');
	const file = join(folder, 'redis.conf');
	const settings = [
		`port ${port}`,
		`bind ${localhost}`,
		`requirepass ${password}`,
		'save ""',
		'appendonly no',
		'daemonize no',
	];
	writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o600 });
	const server = keep({
		file: join(programs.bin, 'redis-server'),
		args: [file],
		cwd: folder,
		env: environmentOf(programs),
		logFile,
		signal: 'TERM',
		folder,
	});
	const stop = async () => {
		await server.stop();
		remove();
	};
	await waitForServer('Redis', server, logFile, () => answers(port, password));
	return { port, password, logFile, pid: server.pid, stop };
}
