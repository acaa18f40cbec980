/** A real n8n in queue mode: PostgreSQL, Redis, and several n8n processes. */
export { openCluster, type Cluster, type ClusterOptions, type WorkerOptions } from './cluster';
export type { Member } from './member';
export type { Postgres } from './postgres';
export type { Redis } from './redis';
