/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from './errors';
import type { Progress } from './progress';

/** Whether a process lives; one that belongs to somebody else does, too. */
function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return codeOf(error) === 'EPERM';
	}
}

/** Creates the lock file together with its content, which a plain write does not. */
function create(file: string): boolean {
	const draft = `${file}.${process.pid}`;
	writeFileSync(draft, String(process.pid));
	try {
		linkSync(draft, file);
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		throw error;
	} finally {
		rmSync(draft, { force: true });
	}
}

function ownerOf(file: string): number {
	try {
		return Number(readFileSync(file, 'utf8'));
	} catch {
		return NaN;
	}
}

/** A lock that this process holds, or the process that holds it instead. */
export type Lock = { held: true; release: () => void } | { held: false; owner: number };

/** Takes a lock file that names its owner's process id. The lock of a process that is gone is taken over. */
export function tryLock(file: string): Lock {
	mkdirSync(dirname(file), { recursive: true });
	while (!create(file)) {
		const owner = ownerOf(file);
		if (owner > 0 && isAlive(owner)) return { held: false, owner };
		rmSync(file, { force: true });
	}
	return { held: true, release: () => rmSync(file, { force: true }) };
}

/** Does the work while no other process (nor another caller in this one) does work under the same lock. */
export async function underLock<T>(file: string, progress: Progress, work: () => Promise<T>): Promise<T> {
	let lock = tryLock(file);
	if (!lock.held) {
		await progress.step(`waiting for process ${lock.owner}, which works here too (${file})`, async () => {
			while (!lock.held) {
				await pause(500);
				lock = tryLock(file);
			}
		});
	}
	try {
		return await work();
	} finally {
		if (lock.held) lock.release();
	}
}
