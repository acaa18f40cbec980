/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
/** Letters enough to tell: what takes milliseconds here would take a minute if it grew with the square of them. */
export const MANY = 400_000;

/**
 * Checks that something takes time in proportion to the length of a text. Only the work of this process counts, so
 * that neither a slow nor a busy machine makes it fail: the limit is a hundred times what is needed.
 *
 * @param work - reads a text of {@link MANY} letters
 */
export function expectLinear(work: () => void): void {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	expect((user + system) / 1_000_000).toBeLessThan(2);
}
