/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { join } from 'node:path';

/*
 * Runs the tests of a part as one file. Jest loads all modules anew for each file, and to load n8n's engine takes longer than most of
 * these files: it would be most of the time of a change.
 */
describe.each((process.env.MUTATION_TESTS ?? '').split(';'))('%s:', (file) => {
	jest.requireActual(join(__dirname, '..', `${file}.test.ts`));
});
