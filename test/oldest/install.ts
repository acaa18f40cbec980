/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../host/npm';
import { hostFolder, logFileOf } from '../host/paths';
import { createProgress } from '../host/progress';
import { once } from '../host/stamp';
import { underLock } from '../host/lock';

/**
 * Installs the oldest engine by its own lock file, unless it is there: jest calls this before the tests of the project
 * `oldest`, and before no others.
 *
 * @throws HostError when it cannot be installed.
 */
export default async function ensureOldestEngine(): Promise<void> {
	const folder = join(hostFolder(), 'oldest');
	const progress = createProgress(process.stderr);
	await underLock(join(hostFolder(), 'oldest.lock'), progress, async () => {
		const lock = readFileSync(join(__dirname, 'package-lock.json'), 'utf8');
		await once(join(hostFolder(), 'oldest.json'), lock, async () => {
			rmSync(folder, { recursive: true, force: true });
			mkdirSync(folder, { recursive: true });
			for (const file of ['package.json', 'package-lock.json']) {
				cpSync(join(__dirname, file), join(folder, file));
			}
			await progress.step(
				'installing the engine of the oldest n8n 2',
				async () =>
					await npm({
						node: process.execPath,
						// Its packages name peers that it does not need here, such as a database.
						args: ['ci', '--ignore-scripts', '--legacy-peer-deps', '--prefer-offline'],
						cwd: folder,
						failure: 'The engine of the oldest n8n 2 could not be installed',
						logFile: logFileOf('install-oldest'),
					}),
			);
		});
	});
}
