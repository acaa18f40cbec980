/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { filesBelow } from '../../host/folder';
import type { Bed } from '../bed';

const list = z.object({ results: z.array(z.object({ id: z.string() })) });

/** What all other cases left behind. */
export function secrecyCases(bed: Bed): void {
	it('is in no execution that n8n has stored', async () => {
		const { session } = bed.client;
		const { results } = await session.call({ path: '/rest/executions?limit=100', read: list });
		const stored = await Promise.all(
			results.map(({ id }) => session.call({ path: `/rest/executions/${id}`, read: z.unknown() })),
		);
		const text = JSON.stringify(stored);
		expect(text).toContain('viralScore');
		expect(text).not.toContain(bed.simulator.apiKey);
	});

	it('is in no file that n8n has written, its database among them', () => {
		const folder = join(bed.host.userFolder, '.n8n');
		const files = filesBelow(folder).filter((file) => !file.startsWith(join(folder, 'nodes')));
		const holding = (text: string) => files.filter((file) => readFileSync(file).includes(text));
		expect(holding('viralScore')).not.toEqual([]);
		expect(holding(bed.simulator.apiKey)).toEqual([]);
	});

	it('is not in the log of n8n, and neither is a signed link, even when n8n logs all it can', () => {
		const log = readFileSync(bed.host.n8n.logFile, 'utf8');
		expect(log).toContain('debug');
		expect(log).not.toContain(bed.simulator.apiKey);
		expect(log).not.toMatch(/[?&]Signature=/);
	});
}
