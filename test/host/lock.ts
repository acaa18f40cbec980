/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- runs beside n8n, never inside it */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, HostError, reasonOf } from './errors';
import type { Progress } from './progress';

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// EPERM: it lives, but belongs to somebody else.
		return codeOf(error) === 'EPERM';
	}
}

function ownerOf(file: string): number | undefined {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		return Number.isInteger(pid) && pid > 0 ? pid : undefined;
	} catch {
		return undefined;
	}
}

/** Creates the lock file together with its content, which a plain write does not. */
function create(file: string): boolean {
	const draft = `${file}.${String(process.pid)}.${Math.random().toString(36).slice(2)}`;
	writeFileSync(draft, String(process.pid));
	try {
		linkSync(draft, file);
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		throw new HostError(`The lock ${file} cannot be written: ${reasonOf(error)}`);
	} finally {
		rmSync(draft, { force: true });
	}
}

/** A lock that this process holds, or the process that holds it instead. */
export type Lock = { held: true; release: () => void } | { held: false; owner: number };

/**
 * Takes a lock file that names its owner's process id. The lock of a process that is gone is taken over.
 * @throws HostError when the file cannot be written.
 */
export function tryLock(file: string): Lock {
	mkdirSync(dirname(file), { recursive: true });
	while (!create(file)) {
		const owner = ownerOf(file);
		if (owner !== undefined && isAlive(owner)) return { held: false, owner };
		rmSync(file, { force: true });
	}
	const remove = () => rmSync(file, { force: true });
	process.once('exit', remove);
	return {
		held: true,
		release: () => {
			process.off('exit', remove);
			remove();
		},
	};
}

async function waitForLock(file: string): Promise<() => void> {
	for (;;) {
		const lock = tryLock(file);
		if (lock.held) return lock.release;
		await pause(500);
	}
}

/** Does the work while no other process (nor another caller in this one) does work under the same lock. */
export async function underLock<T>(file: string, progress: Progress, work: () => Promise<T>): Promise<T> {
	const first = tryLock(file);
	const release = first.held
		? first.release
		: await progress.step(
				`waiting for process ${first.owner}, which works here too (${file})`,
				async () => await waitForLock(file),
			);
	try {
		return await work();
	} finally {
		release();
	}
}
