/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { buildPackage } from './package';
import { quiet } from './progress';

/** Packs the nodes once for all suites of a run: jest calls this before it starts the processes of its tests. */
export default async function packOnce(): Promise<void> {
	process.env.N8N_HOST_TARBALL = await buildPackage(quiet);
}
