/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const SAMPLED_EVERY = 20;

/** Megabytes that the operating system has given to a process, now (`VmRSS`) or at most so far (`VmHWM`). */
function memoryOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
	const file = `/proc/${pid}/status`;
	const text = existsSync(file)
		? (new RegExp(`${which}:\\s*(\\d+)`).exec(readFileSync(file, 'utf8'))?.[1] ?? '')
		: spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
	return Number(text.trim()) / 1024;
}

/** The highest memory of a process since it began, in megabytes; where there is no `/proc`, what it has now. */
export const peakMemory = (pid: number): number => memoryOf(pid, 'VmHWM');

/**
 * The highest memory of a process while something is done.
 *
 * @returns what came of it, and megabytes on top of what the process had before
 */
export async function withPeakMemory<T>(
	pid: number,
	work: () => Promise<T>,
): Promise<{ result: T; extra: number }> {
	const before = memoryOf(pid, 'VmRSS');
	let peak = before;
	const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid, 'VmRSS'))), SAMPLED_EVERY);
	try {
		return { result: await work(), extra: peak - before };
	} finally {
		clearInterval(timer);
	}
}
