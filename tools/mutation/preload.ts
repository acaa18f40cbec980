/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @typescript-eslint/no-require-imports -- runs beside n8n, never inside it */
import { join } from 'node:path';

/*
 * The node files load most code when a test first needs it. What a file makes once, such as a table, would then count as part of that
 * test alone, and no other would be asked whether it notices a change of it. So the files that are changed are loaded before.
 */

// As in the tests that replace it, which would come too late: what uses it is loaded here.
if (process.env.MUTATION_SUITE === 'engine') {
	jest.doMock('../../nodes/Clip/wait/startUp', () => ({ hasJustStarted: jest.fn(() => false) }));
}

for (const file of (process.env.MUTATION_FILES ?? '').split(';').filter((name) => name !== '')) {
	require(join(__dirname, '../..', file));
}
