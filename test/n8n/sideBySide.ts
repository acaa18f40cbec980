/** Cases by the sentence that each of them proves. */
export type Cases = Record<string, () => Promise<void>>;

/**
 * Runs all cases of a group at the same time, and reports each of them as a test of its own: what waits for minutes must
 * not wait one after the other.
 *
 * @param cases - what to run
 */
export function sideBySide(cases: Cases): void {
	const running = new Map<string, Promise<void>>();
	beforeAll(() => {
		for (const [name, run] of Object.entries(cases)) {
			const ending = run();
			// Its test reports it, perhaps minutes later.
			ending.catch(() => undefined);
			running.set(name, ending);
		}
	});
	for (const name of Object.keys(cases)) it(name, async () => await running.get(name));
}
