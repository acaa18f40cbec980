/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setTimeout as pause } from 'node:timers/promises';
import type { MeasuredN8n } from './measured';

/** What something took. */
export interface Spent<T> {
	result: T;
	/** CPU time of n8n in milliseconds, without what it takes at rest. */
	cpuMs: number;
	/** How long it lasted, in milliseconds. */
	lastedMs: number;
}

/**
 * Measures what something takes of n8n, which is watched at rest before.
 *
 * @param restMs - how long, in milliseconds
 */
export async function beyondRest<T>(
	n8n: MeasuredN8n,
	restMs: number,
	work: () => Promise<T>,
): Promise<Spent<T>> {
	const now = async (collect: boolean) => {
		const { cpuMs } = await n8n.usage(collect);
		return { at: performance.now(), cpuMs };
	};
	const atRest = await now(true);
	await pause(restMs);
	const before = await now(false);
	const result = await work();
	const after = await now(false);
	const lastedMs = after.at - before.at;
	const idle = (before.cpuMs - atRest.cpuMs) / (before.at - atRest.at);
	return { result, cpuMs: after.cpuMs - before.cpuMs - idle * lastedMs, lastedMs };
}
