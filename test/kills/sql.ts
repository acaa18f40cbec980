/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ensureRuntime, queryPostgres, quiet } from '../host';

/** Runs in n8n's own folder, where the driver lies that n8n itself uses. */
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

function numberIn(answer: string): number {
	if (!/^\d+$/.test(answer)) throw new TypeError(`The database says ${answer}.`);
	return Number(answer);
}

/**
 * Asks the database of an n8n for a number.
 *
 * @param url - its address
 * @param sql - what yields the number
 */
export const numberFrom = async (url: string, sql: string): Promise<number> =>
	numberIn(await queryPostgres(await ensureRuntime(quiet), url, sql));

/**
 * Asks the database of an n8n in regular mode for a number, also while that n8n runs.
 *
 * @param file - the file of the database
 * @param sql - what yields the number
 */
export async function numberFromFile(file: string, sql: string): Promise<number> {
	const { node, n8n } = await ensureRuntime(quiet);
	const { stdout } = await promisify(execFile)(node, ['-e', SQLITE, file, sql], { cwd: dirname(n8n) });
	return numberIn(stdout);
}
