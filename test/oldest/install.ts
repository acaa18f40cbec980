/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { installLocked } from '../host/locked';
import { createProgress } from '../host/progress';

/** Installs the oldest engine: jest calls this before the tests of the project `oldest`, and before no others. */
export default async function ensureOldestEngine(): Promise<void> {
	await installLocked('oldest', __dirname, 'the engine of the oldest n8n 2', createProgress(process.stderr));
}
