/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../../tools/host/folder';
import type { Bed } from '../../../tools/beds/bed';

/** What all other cases left behind. */
export function secrecyCases(bed: Bed): void {
	it('is in no file that n8n has written, its database of executions among them', () => {
		const folder = join(bed.host.userFolder, '.n8n');
		const files = filesBelow(folder).filter((file) => !file.startsWith(join(folder, 'nodes')));
		const holding = (text: string) => files.filter((file) => readFileSync(file).includes(text));
		expect(holding('viralScore')).toContainEqual(expect.stringContaining('database.sqlite'));
		expect(holding(bed.simulator.apiKey)).toEqual([]);
	});

	it('is not in the log of n8n, and neither is a signed link, even when n8n logs all it can', () => {
		const log = readFileSync(bed.host.n8n.logFile, 'utf8');
		expect(log).toContain('debug');
		expect(log).not.toContain(bed.simulator.apiKey);
		expect(log).not.toMatch(/[?&]Signature=/);
	});
}
