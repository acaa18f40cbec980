import { localhost } from '../ports';
import type { Postgres } from './postgres';
import type { Redis } from './redis';

/** The servers that the processes of a cluster share. */
export interface Servers {
	postgres: Postgres;
	redis: Redis;
}

/**
 * What makes n8n processes one cluster in queue mode.
 * @param webhookProcess - whether production webhooks are answered by a process of their own, and not by the main one
 */
export function queueSettings({ postgres, redis }: Servers, webhookProcess: boolean): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: localhost,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_BULL_REDIS_PASSWORD: redis.password,
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: localhost,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_PASSWORD: postgres.password,
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: String(webhookProcess),
	};
}
