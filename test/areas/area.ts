/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', 'engine');

/** Where a test file of the engine belongs: to the first area that fits. */
const AREAS = {
	create: /^create\./,
	files: /^files\./,
	faults: /^faults\./,
	trigger: /^trigger\./,
	network: /^(?:answers|network)\./,
	wait: /^(?:durable|wait)\./,
	others: /^/,
};

/** Some test files of the engine that run as one. */
export type Area = keyof typeof AREAS;

const areaOf = (file: string): string | undefined =>
	Object.entries(AREAS).find(([, fits]) => fits.test(file))?.[0];

/**
 * Runs the test files of an area, see {@link runAsOne}.
 *
 * @param area - which; each test file of the engine is in one
 */
export function runArea(area: Area): void {
	const files = readdirSync(FOLDER).filter((file) => file.endsWith('.test.ts') && areaOf(file) === area);
	runAsOne(FOLDER, files);
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
