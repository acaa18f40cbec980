/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED } from '../../docs/parts';

describe('What the manual says of the code', () => {
	it.each(GENERATED.map(({ file, wanted }) => [file, wanted]))(
		'is what the code says, in %s (to refresh it: npm run docs)',
		(file, wanted) => {
			const page = readFileSync(join(__dirname, '../../..', file), 'utf8');
			expect(page).toBe(wanted(page));
		},
	);
});
