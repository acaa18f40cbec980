/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v3';
import { installLocked } from '../../../tools/host/npm';

const result = z.object({ scanned: z.array(z.string()), findings: z.array(z.string()) });

/** What was scanned, and every finding: errors, which fail n8n's verification, and warnings alike. */
export type Scan = z.output<typeof result>;

/**
 * Applies the rules by which n8n verifies community packages.
 *
 * @param folder - of a package
 * @param leg - what n8n scans: the sources, or what is published
 */
export async function scan(folder: string, leg: 'source' | 'dist'): Promise<Scan> {
	// It brings another TypeScript, so it cannot live with the project's packages.
	const scanner = await installLocked(__dirname, "n8n's scanner of packages", { needsPeers: true });
	const args = [join(__dirname, 'apply-rules.mjs'), scanner, folder, leg];
	// In a test, which jest says that this is, some rules take every file for one of their own examples.
	const env = { ...process.env, NODE_ENV: 'production' };
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
	return result.parse(JSON.parse(stdout));
}
