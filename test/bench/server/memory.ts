/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs beside n8n, never inside it */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const SAMPLED_EVERY = 20;

/** Megabytes that the operating system has given to a process. */
function residentMemory(pid: number): number {
	const file = `/proc/${pid}/status`;
	const text = existsSync(file)
		? (/VmRSS:\s*(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '')
		: spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
	return Number(text.trim()) / 1024;
}

/**
 * The highest memory of a process while something is done.
 *
 * @returns what came of it, and megabytes on top of what the process had before
 */
export async function withPeakMemory<T>(
	pid: number,
	work: () => Promise<T>,
): Promise<{ result: T; extra: number }> {
	const before = residentMemory(pid);
	let peak = before;
	const timer = setInterval(() => (peak = Math.max(peak, residentMemory(pid))), SAMPLED_EVERY);
	try {
		return { result: await work(), extra: peak - before };
	} finally {
		clearInterval(timer);
	}
}
