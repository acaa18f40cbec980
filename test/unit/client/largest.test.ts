/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v3';
import { listen, shut } from '../../host/ports';
import { largest, tooLarge } from './largest';

/** What the heap of the reader may hold, in megabytes, with all of its code. */
const HEAP = 150;

const told = z.object({ results: z.array(z.union([z.number(), z.string()])), megabytes: z.number() });

/** Reads answers in a process of their own, which dies when they take more. */
async function readAll(makers: Record<string, () => string>) {
	const list = Object.values(makers);
	const server = createServer((request, response) => {
		response.end(list[Number(request.url?.slice(1))]?.());
	});
	const origin = `http://127.0.0.1:${await listen(server)}`;
	try {
		const { stdout } = await promisify(execFile)(process.execPath, [
			...['--import', 'tsx', '--expose-gc', `--max-old-space-size=${HEAP}`],
			...[join(__dirname, 'largest.child.cjs'), origin, String(list.length)],
		]);
		const { results, megabytes } = told.parse(JSON.parse(stdout));
		return {
			results: Object.fromEntries(Object.keys(makers).map((name, at) => [name, results[at]])),
			megabytes,
		};
	} finally {
		await shut(server);
	}
}

describe('The largest answers, from the socket to the items,', () => {
	it(`are read with a heap of ${HEAP} MB`, async () => {
		const { results, megabytes } = await readAll(largest);
		expect(megabytes).toBeLessThan(200);
		for (const [name, items] of Object.entries(results))
			expect([name, typeof items]).toEqual([name, 'number']);
	}, 300_000);

	it('are all that is read', async () => {
		const { results } = await readAll(tooLarge);
		expect(results).toEqual({
			'a page without end': 'too long',
			'50 MB of empty objects': 'too long',
			'12 MB of empty objects': 'the answer holds more than any project can',
			'12 MB of lists in each other': 'the answer holds more than any project can',
			'12 MB of quotes': 'the answer holds more than any project can',
		});
	}, 300_000);
});
