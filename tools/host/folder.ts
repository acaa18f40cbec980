/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Before this, so that the programs that write into a folder are killed before it is removed.
import './children';

const folders = new Set<string>();

function removeFolder(path: string): void {
	folders.delete(path);
	rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

process.once('exit', () => folders.forEach(removeFolder));

/**
 * A folder of one's own among the system's temporary ones. It is removed when this process exits, at the latest.
 *
 * @param prefix - how its name begins
 */
export function temporaryFolder(prefix: string): { path: string; remove: () => void } {
	const path = mkdtempSync(join(tmpdir(), prefix));
	folders.add(path);
	return { path, remove: () => removeFolder(path) };
}

/** The files in a folder, at any depth: their paths, in order. */
export const filesBelow = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name))
		.sort();
