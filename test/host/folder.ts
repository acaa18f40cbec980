/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder, and how it is done away with. */
export interface Folder {
	path: string;
	remove: () => void;
}

/**
 * A folder of one's own among the system's temporary ones. It is removed when this process exits, at the latest: after
 * the programs were killed that write into it.
 *
 * @param prefix - how its name begins
 */
export function temporaryFolder(prefix: string): Folder {
	const path = mkdtempSync(join(tmpdir(), prefix));
	const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
	process.once('exit', remove);
	return {
		path,
		remove: () => {
			process.off('exit', remove);
			remove();
		},
	};
}
