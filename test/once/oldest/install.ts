/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { installLocked } from '../../../tools/host/npm';

/** Installs the oldest engine: jest calls this before the tests of the project `oldest`, and before no others. */
export default async function ensureOldestEngine(): Promise<void> {
	await installLocked(__dirname, 'the engine of the oldest n8n 2');
}
