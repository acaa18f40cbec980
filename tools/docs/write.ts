/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED } from './parts';

for (const [file, wanted] of GENERATED) {
	const path = join(__dirname, '../..', file);
	const page = readFileSync(path, 'utf8');
	if (wanted(page) === page) continue;
	writeFileSync(path, wanted(page));
	process.stdout.write(`${file} is up to date now.\n`);
}
