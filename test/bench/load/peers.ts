/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../../host/npm';
import { hostFolder, logFileOf } from '../../host/paths';
import { once } from '../../host/stamp';
import type { InstalledPackage } from '../installed';

/** Packages that users know, in the versions that are measured against. */
const pinned = {
	'n8n-nodes-creatomate': '0.2.0',
	'n8n-nodes-upload-post': '0.1.32',
	'@mendable/n8n-nodes-firecrawl': '2.1.2',
} as const;

async function install(name: string, version: string): Promise<InstalledPackage> {
	const home = join(hostFolder(), 'bench', name.replace(/\W+/g, '-'));
	const call = async (...args: string[]) =>
		await npm({
			node: process.execPath,
			args,
			cwd: home,
			failure: `${name} could not be fetched`,
			logFile: logFileOf('bench-peers'),
		});
	mkdirSync(home, { recursive: true });
	await once(join(home, 'installed.json'), { name, version }, async () => {
		for (const entry of readdirSync(home)) rmSync(join(home, entry), { recursive: true });
		writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'peer', private: true }));
		await call('pack', '--ignore-scripts', `${name}@${version}`);
		await call('install', '--legacy-peer-deps', '--omit=dev', '--ignore-scripts', `${name}@${version}`);
	});
	const tarball = readdirSync(home).find((file) => file.endsWith('.tgz')) ?? '';
	const modules = join(home, 'node_modules');
	return { name: `${name} ${version}`, tarball: join(home, tarball), folder: join(modules, name), modules };
}

/**
 * Fetches the peers once, into a folder that git ignores.
 *
 * @returns none when the registry is not reached
 */
export async function installPeers(tell: (line: string) => void): Promise<InstalledPackage[]> {
	try {
		const peers: InstalledPackage[] = [];
		for (const [name, version] of Object.entries(pinned)) peers.push(await install(name, version));
		return peers;
	} catch (error) {
		tell(`only our own package is measured: ${error instanceof Error ? error.message : String(error)}`);
		return [];
	}
}
