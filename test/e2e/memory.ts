/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** What a process took of memory, in MB of resident memory. */
export interface Taken {
	/** The median of some seconds before the work. */
	before: number;
	/** The highest during the work, as the kernel noted it, so that no peak is missed. */
	peak: number;
	/** What the work took on top: the peak less the median before. */
	more: number;
	/** How long the work took. */
	seconds: number;
}

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
 * Watches the memory of another process while something is done. The process must be at rest before: what it takes by itself
 * is measured for three seconds, and its median counts as what there was.
 *
 * @param pid - the process
 * @param work - what is done
 */
export async function watchMemory<T>(
	pid: number,
	work: () => Promise<T>,
): Promise<{ result: T; taken: Taken }> {
	const samples: number[] = [];
	for (let count = 0; count < SAMPLES; count += 1) {
		samples.push(read(pid, 'VmRSS'));
		await pause(100);
	}
	const before = samples.sort((one, other) => one - other)[SAMPLES / 2] ?? 0;
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	const began = Date.now();
	const result = await work();
	const seconds = (Date.now() - began) / 1000;
	const peak = read(pid, 'VmHWM');
	return { result, taken: { before, peak, more: peak - before, seconds } };
}

/**
 * What was taken, in one line for the log of the tests.
 *
 * @param what - what was done
 * @param taken - what it took
 */
export function tellTaken(what: string, { before, more, seconds }: Taken): void {
	process.stdout.write(
		`${what}: ${more.toFixed(0)} MB on top of ${before.toFixed(0)} MB, ${seconds.toFixed(1)} s\n`,
	);
}
