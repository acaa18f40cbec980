/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { z } from 'zod/v3';

const root = join(__dirname, '../../..');

const left = new Set(['.git', '.n8n-host', '.test-results', 'coverage', 'dist', 'node_modules']);

/** A file of the project, as text; its path is below the project's folder. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Whether the project has a file or folder. */
export const exists = (path: string): boolean => existsSync(join(root, path));

/** The paths of all files below a folder of the project, without what is installed or built. */
export function filesIn(folder = ''): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		if (left.has(entry.name)) return [];
		const path = relative(root, join(root, folder, entry.name))
			.split(sep)
			.join('/');
		return entry.isDirectory() ? filesIn(path) : [path];
	});
}

/** What the tests need to know of the project's package.json. */
export const manifest = z
	.object({
		scripts: z.record(z.string()),
		devDependencies: z.record(z.string()),
		engines: z.object({ node: z.string() }),
	})
	.parse(JSON.parse(textOf('package.json')));
