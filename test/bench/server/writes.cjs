/**
 * Prints what a PostgreSQL database has written so far, as JSON. Runs with n8n's own driver, in n8n's folder of modules.
 * Plain JavaScript: it is run by the Node of n8n.
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');

const { Client } = createRequire(join(process.cwd(), 'index.js'))('pg');
const [port, user, database] = process.argv.slice(2);

const rows = `select (tup_inserted + tup_updated + tup_deleted)::float8 as rows,
	pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes
	from pg_stat_database where datname = current_database()`;

async function main() {
	const client = new Client({ host: '127.0.0.1', port: Number(port), user, database });
	await client.connect();
	const result = await client.query(rows);
	process.stdout.write(JSON.stringify(result.rows[0]));
	await client.end();
}

void main();
