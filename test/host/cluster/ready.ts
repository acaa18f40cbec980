/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import { tailOf } from '../command';
import { HostError } from '../errors';
import { stuckAfter } from '../until';
import type { Kept } from './keeper';

/** Milliseconds between two looks. */
const interval = 50;

/**
 * Waits until a server takes connections, and ends it when it does not.
 * @throws HostError with the end of its log.
 */
export async function waitForServer(
	name: string,
	server: Kept,
	logFile: string,
	isReady: () => boolean | Promise<boolean>,
): Promise<void> {
	const deadline = Date.now() + stuckAfter;
	while (!(await isReady())) {
		if (server.hasEnded() || Date.now() > deadline) {
			await server.stop();
			throw new HostError(`${name} did not start. Its last lines:\n${tailOf(logFile, 10)}`, logFile);
		}
		await pause(interval);
	}
}
