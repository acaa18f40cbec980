/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HostError } from '../../host';
import { ensureDebianPackage, libraryPath } from '../../host/cluster/debian';
import { onPath } from '../../host/cluster/program';
import type { Progress } from '../../host/progress';

/** A browser that is built on Chromium, and what it needs around it. */
export interface Chromium {
	executablePath: string;
	env: Record<string, string>;
}

const NAMES = [
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
	'microsoft-edge',
	'msedge',
];

const MACOS = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
	(name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

const debianPackage = { name: 'chromium', companions: ['chromium-common'] };

const advice =
	'Install Chromium (Debian: apt-get install chromium; macOS: brew install --cask chromium) or Google Chrome, or set CHROMIUM_PATH to its executable.';

/** `N8N_HOST_OWN_SERVERS=1` acts as if the system had no browser, which tries the way of a fresh machine. */
function installed(): string | undefined {
	if (process.env.N8N_HOST_OWN_SERVERS === '1') return undefined;
	const onThisPath = NAMES.map(onPath).find((file) => file !== undefined);
	return onThisPath ?? MACOS.find((file) => existsSync(file));
}

/**
 * Finds a browser for the editor tests: the one that `CHROMIUM_PATH` names, one of this machine, or Debian's package, which
 * is unpacked into the host folder.
 *
 * @throws HostError that says what to install
 */
export async function ensureChromium(progress: Progress): Promise<Chromium> {
	const named = process.env.CHROMIUM_PATH ?? '';
	if (named !== '') {
		if (existsSync(named)) return { executablePath: named, env: {} };
		throw new HostError(`CHROMIUM_PATH names ${named}, but there is no such file.`);
	}
	const present = installed();
	if (present !== undefined) return { executablePath: present, env: {} };
	const root = await ensureDebianPackage(debianPackage, advice, progress);
	if (root === undefined) throw new HostError(`This machine has no Chromium. ${advice}`);
	// What the package calls `chromium` is a script that starts this one at a fixed place.
	const executablePath = join(root, 'usr', 'lib', 'chromium', 'chromium');
	const fonts = join(root, 'etc', 'fonts');
	const env = { LD_LIBRARY_PATH: libraryPath(root), ...(existsSync(fonts) && { FONTCONFIG_PATH: fonts }) };
	return { executablePath, env };
}
