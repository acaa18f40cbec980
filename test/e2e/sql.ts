/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ensureRuntime, type Postgres, quiet } from '../host';

/** Runs in n8n's own folder, where the driver lies that n8n itself uses. */
const PROGRAM = `
	const [config, sql] = process.argv.slice(1);
	const client = new (require('pg').Client)(JSON.parse(config));
	client.connect().then(() => client.query(sql)).then(({ rows }) => {
		process.stdout.write(String(Object.values(rows[0])[0]));
		return client.end();
	});
`;

/**
 * Asks the database of an n8n for a number.
 *
 * @param postgres - the server
 * @param sql - what yields the number
 */
export async function numberFrom({ port, database, user, password }: Postgres, sql: string): Promise<number> {
	const { node, n8n } = await ensureRuntime(quiet);
	const config = JSON.stringify({ host: '127.0.0.1', port, database, user, password });
	const { stdout } = await promisify(execFile)(node, ['-e', PROGRAM, config, sql], { cwd: dirname(n8n) });
	if (!/^\d+$/.test(stdout)) throw new TypeError(`The database says ${stdout}.`);
	return Number(stdout);
}
