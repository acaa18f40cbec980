/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { once } from 'node:events';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { z } from 'zod/v3';
import { ensureRuntime, projectRoot, quiet, type Cluster } from '../../host';
import { run } from '../../host/command';
import { logFileOf } from '../../host/paths';

const written = z.object({ rows: z.number(), bytes: z.number() });

/** What a database has written so far: rows that were inserted, changed or deleted, and bytes of its write-ahead log. */
export type Written = z.output<typeof written>;

/** What the database of a cluster has written so far. */
export async function writtenBy({ postgres }: Cluster): Promise<Written> {
	const { node, n8n } = await ensureRuntime(quiet);
	const { port, user, database, password } = postgres;
	const { stdout } = await run({
		node,
		args: [join(projectRoot(), 'test', 'bench', 'server', 'writes.cjs'), String(port), user, database],
		cwd: join(dirname(n8n), '..', '..'),
		env: { ...process.env, PGPASSWORD: password },
		logFile: logFileOf('bench-writes'),
	});
	return written.parse(JSON.parse(stdout));
}

/** How many executions the workers of a cluster are running at this moment, and how many wait for a free place. */
export async function jobsOf({ redis }: Cluster): Promise<{ active: number; queued: number }> {
	const socket = connect({ port: redis.port, host: '127.0.0.1' });
	try {
		await once(socket, 'connect');
		socket.write(`AUTH ${redis.password}\r\nLLEN bull:jobs:active\r\nLLEN bull:jobs:wait\r\n`);
		let answer = '';
		while (!/:\d+\r\n:\d+\r\n$/.test(answer)) answer += String(await once(socket, 'data'));
		const [active = 0, queued = 0] = [...answer.matchAll(/:(\d+)\r\n/g)].map(([, count]) => Number(count));
		return { active, queued };
	} finally {
		socket.destroy();
	}
}
