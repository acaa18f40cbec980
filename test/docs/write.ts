/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED } from './parts';

function write(): void {
	for (const { file, wanted } of GENERATED) {
		const path = join(__dirname, '../..', file);
		const current = existsSync(path) ? readFileSync(path, 'utf8') : '';
		const text = wanted(current);
		if (text === current) continue;
		writeFileSync(path, text);
		process.stdout.write(`${file} is up to date now.\n`);
	}
}

try {
	write();
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
