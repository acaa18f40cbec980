/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import {
	buildPackage,
	installedIn,
	openCluster,
	quiet,
	type Cluster,
	type Member,
	untilFound,
} from '../host';
import { packageName } from '../host/paths';
import { type NpmRegistry, startNpmRegistry } from './npmRegistry';

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
	});
	afterAll(async () => {
		await cluster?.close();
		await registry?.close();
	});

	const members = (): readonly Member[] => cluster?.members ?? [];
	const lacking = () =>
		members()
			.filter(({ userFolder }) => !existsSync(join(installedIn(userFolder), 'package.json')))
			.map(({ name }) => name);
	const settled = async () =>
		await untilFound(
			() => (lacking().length === 0 ? true : undefined),
			() => `${lacking().join(', ')} lacks the nodes.`,
			500,
		);

	it('the nodes come to every process, also to those that run already', async () => {
		expect(lacking()).toEqual(['main', 'worker-1', 'worker-2', 'webhook']);
		await cluster?.client.session.call({
			method: 'POST',
			path: '/rest/community-packages',
			body: { name: packageName },
			read: z.unknown(),
		});
		await settled();
	});

	it('a worker and a webhook process without them, as in new containers, fetch them when they start', async () => {
		const fresh = members().filter(({ name }) => name === 'worker-1' || name === 'webhook');
		for (const member of fresh) {
			await member.stop();
			rmSync(join(member.userFolder, '.n8n', 'nodes'), { recursive: true });
		}
		expect(lacking()).toEqual(['worker-1', 'webhook']);
		await Promise.all(fresh.map(async (member) => await member.restart()));
		await settled();
	});
});
