/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder, and how it is done away with. */
export interface Folder {
	path: string;
	remove: () => void;
}

const folders = new Set<string>();

function removeFolder(path: string): void {
	folders.delete(path);
	rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

/** One listener for all, since Node takes more than ten for a mistake; not before those that kill the programs. */
let listens = false;

/**
 * A folder of one's own among the system's temporary ones. It is removed when this process exits, at the latest: after
 * the programs were killed that write into it.
 *
 * @param prefix - how its name begins
 */
export function temporaryFolder(prefix: string): Folder {
	const path = mkdtempSync(join(tmpdir(), prefix));
	folders.add(path);
	if (!listens) process.once('exit', () => folders.forEach(removeFolder));
	listens = true;
	return { path, remove: () => removeFolder(path) };
}

/** The files in a folder, at any depth: their paths, in order. */
export const filesBelow = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name))
		.sort();
