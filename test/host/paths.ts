/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod/v3';
import { HostError } from './errors';

/** The name of the package that this project makes. */
export const packageName = 'n8n-nodes-video-clipping';

const manifest = z.object({ name: z.string() });

function isProject(folder: string): boolean {
	const file = join(folder, 'package.json');
	if (!existsSync(file)) return false;
	const read = manifest.safeParse(JSON.parse(readFileSync(file, 'utf8')));
	return read.success && read.data.name === packageName;
}

/** The folder of this project, searched upward from here, so that it is the same under jest, tsx and a link. */
export function projectRoot(): string {
	let folder = __dirname;
	while (!isProject(folder)) {
		const parent = dirname(folder);
		if (parent === folder) throw new HostError(`No package.json of ${packageName} above ${__dirname}.`);
		folder = parent;
	}
	return folder;
}

/** The folder that holds Node, n8n, logs and the user data of `npm start`; `N8N_HOST_DIR` moves it. */
export function hostFolder(): string {
	const moved = process.env.N8N_HOST_DIR;
	return moved === undefined || moved === '' ? join(projectRoot(), '.n8n-host') : resolve(moved);
}

/** A file for the output of one step. */
export function logFileOf(step: string): string {
	return join(hostFolder(), 'logs', `${step}.log`);
}
