/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultMarkdown, withTable } from './faultPage';
import { faultTable } from './faultTable';

const file = join(__dirname, '../../CONTRIBUTING.md');
const refresh = 'UPDATE_FAULT_TABLE=1 npx jest --selectProjects engine --testPathPatterns faults.page';

describe('The table of faults in CONTRIBUTING.md', () => {
	it(`is the one that the tests go by (to refresh it: ${refresh})`, () => {
		const page = readFileSync(file, 'utf8');
		const wanted = withTable(page, faultMarkdown(faultTable));
		if (process.env.UPDATE_FAULT_TABLE) writeFileSync(file, wanted);
		expect(process.env.UPDATE_FAULT_TABLE ? wanted : page).toBe(wanted);
	});
});
