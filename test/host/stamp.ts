/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Does a step unless its stamp says that the very same step was finished before. A step that was cut off is done again.
 *
 * @param stamp - the file that remembers the step
 * @param wanted - all that the result depends on
 */
export async function once(stamp: string, wanted: unknown, work: () => Promise<void>): Promise<void> {
	const text = JSON.stringify(wanted);
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === text) return;
	rmSync(stamp, { force: true });
	await work();
	writeFileSync(stamp, text);
}
