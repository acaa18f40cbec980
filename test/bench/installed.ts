/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { join } from 'node:path';
import { buildPackage, installedIn, installPackage, projectRoot, quiet } from '../host';
import { temporaryFolder } from '../host/folder';

/** A package as npm has installed it for n8n. */
export interface InstalledPackage {
	/** Its name, and its version where it is not ours. */
	name: string;
	tarball: string;
	/** The folder of the package. */
	folder: string;
	/** The `node_modules` in which it lies, with all that came along. */
	modules: string;
}

/** Where the package finds n8n-workflow and zod: n8n puts its own folder there. */
export const hostModules = { NODE_PATH: join(projectRoot(), 'node_modules') };

/**
 * Packs the nodes, and installs them as n8n does into a folder of their own, which is there as long as `use` runs.
 *
 * @returns what `use` returned
 */
export async function withOurPackage<T>(use: (ours: InstalledPackage) => Promise<T>): Promise<T> {
	const tarball = await buildPackage(quiet);
	const { path, remove } = temporaryFolder('bench-nodes-');
	try {
		await installPackage(tarball, path, process.execPath, quiet);
		const folder = installedIn(path);
		return await use({ name: 'ours', tarball, folder, modules: join(folder, '..') });
	} finally {
		remove();
	}
}
