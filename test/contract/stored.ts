/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, 'stored');

/** Something that a version of this package left in an n8n; never edited afterwards. */
export interface StoredFile {
	/** The version that left it. */
	version: string;
	content: unknown;
}

/**
 * What all versions left of a kind, the oldest first.
 *
 * @param kind - `workflow`, as users export it, or `parked`, executions in n8n's database
 */
export const storedFiles = (kind: 'parked' | 'workflow'): StoredFile[] =>
	readdirSync(folder)
		.filter((file) => file.startsWith(`${kind}-`))
		.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.map((file) => {
			const content: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
			return { version: file.slice(kind.length + 1, -'.json'.length), content };
		});
