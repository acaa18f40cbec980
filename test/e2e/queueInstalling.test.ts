/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod/v3';
import { buildPackage, installedIn, openCluster, quiet, type Cluster, type Member } from '../host';
import { packageName } from '../host/paths';
import { type NpmRegistry, startNpmRegistry } from './npmRegistry';

jest.setTimeout(180_000);

/** Within which every process must have the nodes, in milliseconds. */
const within = 90_000;

// As the README says for queue mode: from the editor, with npm's registry played on this machine.
describe('Installed from the settings of an n8n in queue mode', () => {
	let registry: NpmRegistry | undefined;
	let cluster: Cluster | undefined;

	beforeAll(async () => {
		const tarball = await buildPackage(quiet);
		registry = await startNpmRegistry(tarball);
		cluster = await openCluster({
			bare: true,
			tarball,
			workers: [{}, {}],
			webhookProcess: true,
			logName: 'n8n-queue-installing',
			env: { ...registry.env, N8N_REINSTALL_MISSING_PACKAGES: 'true' },
		});
	}, 20 * 60_000);
	afterAll(async () => {
		await cluster?.close();
		await registry?.close();
	}, 60_000);

	const members = (): readonly Member[] => cluster?.members ?? [];
	const lacking = () =>
		members()
			.filter(({ userFolder }) => !existsSync(join(installedIn(userFolder), 'package.json')))
			.map(({ name }) => name);
	const settled = async () => {
		for (const end = Date.now() + within; lacking().length > 0 && Date.now() < end; ) await pause(500);
		return lacking();
	};

	it('the nodes come to every process, also to those that run already', async () => {
		expect(lacking()).toEqual(['main', 'worker-1', 'worker-2', 'webhook']);
		await cluster?.client.session.call({
			method: 'POST',
			path: '/rest/community-packages',
			body: { name: packageName },
			read: z.unknown(),
		});
		expect(await settled()).toEqual([]);
	});

	it('a worker and a webhook process without them, as in new containers, fetch them when they start', async () => {
		const fresh = members().filter(({ name }) => name === 'worker-1' || name === 'webhook');
		for (const member of fresh) {
			await member.stop();
			rmSync(join(member.userFolder, '.n8n', 'nodes'), { recursive: true });
		}
		expect(lacking()).toEqual(['worker-1', 'webhook']);
		await Promise.all(fresh.map(async (member) => await member.restart()));
		expect(await settled()).toEqual([]);
	});
});
