/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const statusOf = (pid: number): string => `/proc/${pid}/status`;

/** Whether this system tells the memory of other processes, and lets their peak be noted anew: Linux does. */
export const canWatchMemory: boolean = existsSync('/proc/self/clear_refs');

function read(pid: number, name: 'VmRSS' | 'VmHWM'): number {
	const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(statusOf(pid), 'utf8'))?.[1];
	if (kilobytes === undefined) throw new TypeError(`Process ${pid} does not tell its ${name}.`);
	return Number(kilobytes) / 1024;
}

const SAMPLES = 30;

/**
 * How much memory another process takes for some work: the peak, as the kernel notes it, less what it takes at rest. It must be
 * at rest before: that is measured for three seconds.
 *
 * @returns MB of resident memory
 */
export async function memoryFor(pid: number, work: () => Promise<void>): Promise<number> {
	const samples: number[] = [];
	for (let count = 0; count < SAMPLES; count += 1) {
		samples.push(read(pid, 'VmRSS'));
		await pause(100);
	}
	const before = samples.sort((one, other) => one - other)[SAMPLES / 2] ?? 0;
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	await work();
	return read(pid, 'VmHWM') - before;
}
