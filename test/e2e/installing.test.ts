/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import {
	buildPackage,
	ensureRuntime,
	installedIn,
	N8nClient,
	quiet,
	type RunningN8n,
	startN8n,
	typePrefix,
} from '../host';
import { temporaryFolder } from '../host/folder';
import { logFileOf, packageName } from '../host/paths';
import { logInAsOwner } from '../host/setup';
import { type NpmRegistry, startNpmRegistry } from './npmRegistry';

const TYPES = ['clip', 'clipTool', 'clipTrigger'].map((name) => `${typePrefix}${name}`);

const installed = z.object({
	packageName: z.string(),
	installedNodes: z.array(z.object({ type: z.string(), latestVersion: z.number() })),
});

// n8n's own way, with npm's registry played on this machine: Settings > Community nodes > Install.
describe('Installed from the settings of a real n8n', () => {
	const { path: userFolder, remove } = temporaryFolder('n8n-installing-');
	const logFile = logFileOf('n8n-installing');
	let registry: NpmRegistry | undefined;
	let n8n: RunningN8n | undefined;
	let client = new N8nClient('');

	async function start(env: Record<string, string> = {}): Promise<void> {
		await n8n?.stop();
		registry ??= await startNpmRegistry(await buildPackage(quiet));
		const runtime = await ensureRuntime(quiet);
		n8n = await startN8n({ runtime, userFolder, logFile, env: { ...registry.env, ...env } });
		client = new N8nClient(n8n.url);
		await logInAsOwner(client);
	}

	const ourTypes = async () =>
		[...(await client.nodeTypes()).keys()].filter((name) => name.startsWith(typePrefix)).sort();

	beforeAll(async () => {
		rmSync(logFile, { force: true });
		await start();
	});
	afterAll(async () => {
		await n8n?.stop();
		await registry?.close();
		remove();
	});

	it('the nodes are there at once, under the names that stored workflows use', async () => {
		expect(await ourTypes()).toEqual([]);
		const answer = await client.session.call({
			method: 'POST',
			path: '/rest/community-packages',
			body: { name: packageName },
			read: installed,
		});
		expect(answer.packageName).toBe(packageName);
		expect(answer.installedNodes.map(({ type, latestVersion }) => [type, latestVersion]).sort()).toEqual([
			[`${typePrefix}clip`, 1],
			[`${typePrefix}clipTrigger`, 1],
		]);
		expect(await ourTypes()).toEqual(TYPES);
		expect(registry?.asked.some((path) => path.endsWith('.tgz'))).toBe(true);
	});

	it('they are still there after a restart', async () => {
		await start();
		expect(await ourTypes()).toEqual(TYPES);
	});

	it('a new container without them fetches them again where n8n is told to', async () => {
		rmSync(join(userFolder, '.n8n', 'nodes'), { recursive: true });
		await start();
		expect(await ourTypes()).toEqual([]);
		await start({ N8N_REINSTALL_MISSING_PACKAGES: 'true' });
		expect(await ourTypes()).toEqual(TYPES);
	});

	it('they leave when they are uninstalled', async () => {
		const path = `/rest/community-packages?name=${packageName}`;
		await client.session.call({ method: 'DELETE', path, read: z.unknown(), bare: true });
		expect(await ourTypes()).toEqual([]);
		expect(() => rmSync(installedIn(userFolder))).toThrow('ENOENT');
	});
});
