/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod/v3';
import { run } from '../host/command';
import { HostError } from '../host/errors';
import { underLock } from '../host/lock';
import { npm, npmEnvironment } from '../host/npm';
import { hostFolder, logFileOf } from '../host/paths';
import { quiet } from '../host/progress';
import { once } from '../host/stamp';

const result = z.object({ scanned: z.array(z.string()), findings: z.array(z.string()) });

/** What was scanned, and every finding: errors, which fail n8n's verification, and warnings alike. */
export type Scan = z.output<typeof result>;

/** Installs the scanner by its own lock file: it brings another TypeScript, so it cannot live with the project's packages. */
async function ensureScanner(): Promise<string> {
	const folder = join(hostFolder(), 'scanner');
	await underLock(join(hostFolder(), 'scanner.lock'), quiet, async () => {
		const lock = readFileSync(join(__dirname, 'package-lock.json'), 'utf8');
		mkdirSync(hostFolder(), { recursive: true });
		await once(join(hostFolder(), 'scanner.json'), lock, async () => {
			rmSync(folder, { recursive: true, force: true });
			mkdirSync(folder);
			for (const file of ['package.json', 'package-lock.json']) {
				cpSync(join(__dirname, file), join(folder, file));
			}
			await npm({
				node: process.execPath,
				args: ['ci', '--ignore-scripts', '--prefer-offline'],
				cwd: folder,
				failure: "n8n's scanner could not be installed",
				logFile: logFileOf('install-scanner'),
			});
		});
	});
	return folder;
}

/**
 * Applies the rules by which n8n verifies community packages.
 *
 * @param folder - of a package
 * @param leg - what n8n scans: the sources, or what is published
 * @throws HostError when the scanner cannot be installed or breaks off.
 */
export async function scan(folder: string, leg: 'source' | 'dist'): Promise<Scan> {
	const logFile = logFileOf('scan');
	const scanned = await run({
		node: process.execPath,
		args: [join(__dirname, 'apply-rules.mjs'), await ensureScanner(), folder, leg],
		cwd: folder,
		env: npmEnvironment(process.env, dirname(process.execPath)),
		logFile,
	});
	if (!scanned.succeeded) throw new HostError('The scan broke off.', logFile);
	return result.parse(JSON.parse(scanned.stdout));
}
