/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */

/** Tells a person what goes on while they wait, and how long it took. Tests say nothing. */
export async function step<T>(label: string, work: () => Promise<T>): Promise<T> {
	if (process.env.JEST_WORKER_ID !== undefined) return await work();
	const began = Date.now();
	process.stderr.write(`  … ${label}\n`);
	const result = await work();
	process.stderr.write(`  ✓ ${label} (${Math.round((Date.now() - began) / 1000)} s)\n`);
	return result;
}
