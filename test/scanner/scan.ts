/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { dirname, join } from 'node:path';
import { z } from 'zod/v3';
import { run } from '../host/command';
import { HostError } from '../host/errors';
import { installLocked } from '../host/locked';
import { npmEnvironment } from '../host/npm';
import { logFileOf } from '../host/paths';
import { quiet } from '../host/progress';

const result = z.object({ scanned: z.array(z.string()), findings: z.array(z.string()) });

/** What was scanned, and every finding: errors, which fail n8n's verification, and warnings alike. */
export type Scan = z.output<typeof result>;

/**
 * Applies the rules by which n8n verifies community packages.
 *
 * @param folder - of a package
 * @param leg - what n8n scans: the sources, or what is published
 * @throws HostError when the scanner cannot be installed or breaks off.
 */
export async function scan(folder: string, leg: 'source' | 'dist'): Promise<Scan> {
	const logFile = logFileOf('scan');
	// It brings another TypeScript, so it cannot live with the project's packages.
	const scanner = await installLocked('scanner', __dirname, "n8n's scanner of packages", quiet);
	const scanned = await run({
		node: process.execPath,
		args: [join(__dirname, 'apply-rules.mjs'), scanner, folder, leg],
		cwd: folder,
		env: npmEnvironment(process.env, dirname(process.execPath)),
		logFile,
	});
	if (!scanned.succeeded) throw new HostError('The scan broke off.', logFile);
	return result.parse(JSON.parse(scanned.stdout));
}
