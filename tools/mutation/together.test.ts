/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { runAsOne } from '../../test/areas/area';

const files = (process.env.MUTATION_TESTS ?? '').split(';').map((file) => `${file}.test.ts`);
runAsOne(join(__dirname, '../../test'), files);
