/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ensureRuntime, type Postgres, quiet } from '../host';

/** These run in n8n's own folder, where the drivers lie that n8n itself uses. */
const POSTGRES = `
	const [config, sql] = process.argv.slice(1);
	const client = new (require('pg').Client)(JSON.parse(config));
	client.connect().then(() => client.query(sql)).then(({ rows }) => {
		process.stdout.write(String(Object.values(rows[0])[0]));
		return client.end();
	});
`;
const SQLITE = `
	const [file, sql] = process.argv.slice(1);
	const { Database, OPEN_READONLY } = require('sqlite3');
	const database = new Database(file, OPEN_READONLY);
	database.configure('busyTimeout', 60_000);
	database.get(sql, (error, row) => {
		if (error) throw error;
		process.stdout.write(String(Object.values(row)[0]));
	});
`;

async function answerOf(program: string, ...args: string[]): Promise<number> {
	const { node, n8n } = await ensureRuntime(quiet);
	const { stdout } = await promisify(execFile)(node, ['-e', program, ...args], { cwd: dirname(n8n) });
	if (!/^\d+$/.test(stdout)) throw new TypeError(`The database says ${stdout}.`);
	return Number(stdout);
}

/**
 * Asks the database of an n8n for a number.
 *
 * @param postgres - the server
 * @param sql - what yields the number
 */
export async function numberFrom({ port, database, user, password }: Postgres, sql: string): Promise<number> {
	return await answerOf(POSTGRES, JSON.stringify({ host: '127.0.0.1', port, database, user, password }), sql);
}

/**
 * Asks the database of an n8n in regular mode for a number, also while that n8n runs.
 *
 * @param file - the file of the database
 * @param sql - what yields the number
 */
export const numberFromFile = async (file: string, sql: string): Promise<number> =>
	await answerOf(SQLITE, file, sql);
