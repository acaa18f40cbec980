/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { underLock } from './lock';
import { npm } from './npm';
import { hostFolder, logFileOf } from './paths';
import type { Progress } from './progress';
import { once } from './stamp';

/**
 * Installs packages beside the project by a lock file of their own, unless they are there.
 *
 * @param name - of their folder in the host folder
 * @param from - the folder with their package.json and their lock file
 * @param what - they are, for whoever waits
 * @returns the folder in which they are installed
 * @throws HostError when they cannot be installed
 */
export async function installLocked(
	name: string,
	from: string,
	what: string,
	progress: Progress,
): Promise<string> {
	const folder = join(hostFolder(), name);
	await underLock(join(hostFolder(), `${name}.lock`), progress, async () => {
		const lock = readFileSync(join(from, 'package-lock.json'), 'utf8');
		await once(join(hostFolder(), `${name}.json`), lock, async () => {
			rmSync(folder, { recursive: true, force: true });
			mkdirSync(folder, { recursive: true });
			for (const file of ['package.json', 'package-lock.json']) cpSync(join(from, file), join(folder, file));
			await progress.step(`installing ${what}`, () =>
				npm({
					node: process.execPath,
					// They name peers that they do not need here, such as a database.
					args: ['ci', '--ignore-scripts', '--legacy-peer-deps', '--prefer-offline'],
					cwd: folder,
					failure: `This could not be installed: ${what}`,
					logFile: logFileOf(`install-${name}`),
				}),
			);
		});
	});
	return folder;
}
