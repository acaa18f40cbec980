/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The block of the README that a person pastes into n8n. */
export function blockToPaste(): string {
	const page = readFileSync(join(__dirname, '../../README.md'), 'utf8');
	const [, block] = /^ *```json\n([^]*?)```$/m.exec(page) ?? [];
	if (block === undefined) throw new TypeError('README.md has no block to paste.');
	return block;
}
