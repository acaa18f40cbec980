/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../engine');

/**
 * Runs the test files of a room of the engine, see {@link runAsOne}.
 *
 * @param room - the name of its folder; each has a file here
 */
export function runArea(room: string): void {
	const files = readdirSync(join(FOLDER, room)).filter((file) => file.endsWith('.test.ts'));
	runAsOne(join(FOLDER, room), files);
}

/**
 * Runs test files as one. Jest loads all modules anew for each file, and to load n8n's engine takes longer than most of these files.
 *
 * @param files - their paths in the folder
 */
export function runAsOne(folder: string, files: readonly string[]): void {
	// What a file prepares for its tests, such as their time, stays within its block.
	describe.each(files)('%s:', (file) => {
		jest.requireActual(join(folder, file));
	});
}
