/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { HostError } from './errors';
import type { Runtime } from './runtime';

/** Changes the databases, and forgets the keys that begin with a prefix. It runs where the drivers lie that n8n itself uses. */
const CHANGE = `
	const [connectionString, sql, url, prefix] = process.argv.slice(1);
	const client = new (require('pg').Client)({ connectionString });
	const redis = new (require('ioredis').Redis)(url, { maxRetriesPerRequest: 1, retryStrategy: () => null });
	client.connect().then(() => client.query(sql)).then(() => client.end());
	redis.keys(prefix + '*').then((keys) => keys.length > 0 && redis.del(keys)).then(() => redis.quit());
`;

/** Where the two servers are, unless the environment says so: as everybody starts them. */
const STANDARD = {
	postgres: 'postgres://postgres@127.0.0.1:5432/postgres',
	redis: 'redis://127.0.0.1:6379',
};

/** A database and keys in Redis that nobody else uses. */
export interface Servers {
	/** What makes n8n processes one cluster in queue mode. */
	env: Record<string, string>;
	/** Removes the database and the keys. */
	forget(): Promise<void>;
}

/**
 * Makes a database and takes a prefix for keys, on a PostgreSQL and a Redis that run already: at 127.0.0.1 and their standard
 * ports, or where `TEST_POSTGRES_URL` and `TEST_REDIS_URL` say.
 *
 * @throws HostError that names both variables when one of them does not answer
 */
export async function takeServers({ node, n8n }: Runtime): Promise<Servers> {
	const { TEST_POSTGRES_URL = STANDARD.postgres, TEST_REDIS_URL = STANDARD.redis } = process.env;
	const [postgres, redis] = [new URL(TEST_POSTGRES_URL), new URL(TEST_REDIS_URL)];
	const name = `n8n_test_${process.pid}_${Date.now().toString(36)}`;
	const change = async (sql: string) => {
		const args = ['-e', CHANGE, postgres.href, sql, redis.href, name];
		await promisify(execFile)(node, args, { cwd: dirname(n8n) });
	};
	await change(`CREATE DATABASE ${name}`).catch((error: unknown) => {
		throw new HostError(
			`Queue mode needs a PostgreSQL and a Redis that run. Start them at 127.0.0.1, or set TEST_POSTGRES_URL (like ${STANDARD.postgres}, a user who may create databases) and TEST_REDIS_URL (like ${STANDARD.redis}). ${String(error)}`,
		);
	});
	return {
		env: {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			QUEUE_BULL_PREFIX: name,
			N8N_REDIS_KEY_PREFIX: name,
			QUEUE_BULL_REDIS_HOST: redis.hostname,
			QUEUE_BULL_REDIS_PORT: redis.port || '6379',
			QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(redis.password),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: postgres.hostname,
			DB_POSTGRESDB_PORT: postgres.port || '5432',
			DB_POSTGRESDB_DATABASE: name,
			DB_POSTGRESDB_USER: decodeURIComponent(postgres.username),
			DB_POSTGRESDB_PASSWORD: decodeURIComponent(postgres.password),
		},
		forget: async () => await change(`DROP DATABASE ${name} WITH (FORCE)`),
	};
}
