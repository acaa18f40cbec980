/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { exec } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v3';
import { scripts } from '../../package.json';

const root = join(__dirname, '../..');
const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
// In what jest calls a test, rules of n8n take every file for one of theirs.
const env = { ...process.env, PATH, NODE_ENV: undefined };

const outputOf = (error: unknown): string => {
	const { stdout, stderr } = z.object({ stdout: z.string(), stderr: z.string() }).parse(error);
	return `${stdout}${stderr}`;
};

// The linters read all files and their types, on a busy machine beside much else.
jest.setTimeout(60 * 60_000);

describe('npm run lint', () => {
	// At once, or the slowest would be alone at the end. Each takes a gigabyte.
	it.concurrent.each(scripts.lint.split(' && '))('finds nothing: %s', async (command) => {
		const run = promisify(exec)(command, { cwd: root, env });
		await expect(run.then(() => 'nothing', outputOf)).resolves.toBe('nothing');
	});
});
