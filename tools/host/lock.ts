/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { step } from './progress';
import { until } from './until';

/** Whether the process that a lock file names is gone. */
function isLeft(file: string): boolean {
	try {
		// What has no content yet is process 0, which stands for this one and is alive.
		process.kill(Number(readFileSync(file, 'utf8')), 0);
		return false;
	} catch {
		return existsSync(file);
	}
}

function take(file: string): boolean {
	if (isLeft(file)) rmSync(file, { force: true });
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		return false;
	}
}

/** Does the work while no other process (nor another caller in this one) does work under the same lock file. */
export async function underLock<T>(file: string, work: () => Promise<T>): Promise<T> {
	mkdirSync(dirname(file), { recursive: true });
	if (!take(file)) {
		const wait = async () => await until(() => take(file), 500, Infinity);
		await step(`waiting for another process that works here (${file})`, wait);
	}
	try {
		return await work();
	} finally {
		rmSync(file, { force: true });
	}
}

/**
 * Does a step unless its stamp says that the very same step was finished before. A step that was cut off is done again.
 *
 * @param stamp - the file that remembers the step; its folder belongs to the step
 * @param wanted - all that the result depends on
 */
export async function unlessDone(stamp: string, wanted: unknown, work: () => Promise<void>): Promise<void> {
	const text = JSON.stringify(wanted);
	const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === text;
	if (isDone()) return;
	await underLock(`${dirname(stamp)}.lock`, async () => {
		if (isDone()) return;
		rmSync(stamp, { force: true });
		await work();
		writeFileSync(stamp, text);
	});
}
