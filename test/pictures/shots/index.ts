import type { Studio } from '../studio';
import { takeRecipes } from './recipes';
import { Run } from './run';
import { takeCredential, takeTrigger } from './settings';
import { takeStopped, takeWaiting } from './waiting';

/** Seconds after which no picture is still being taken. */
const forEver = 1e6;

/**
 * Takes all pictures that are wanted. One that fails does not keep the others from being taken.
 *
 * @param studio - takes them
 * @returns what failed
 */
export async function takeAll(studio: Studio): Promise<string[]> {
	const failures: string[] = [];
	const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> =>
		await work().catch((error: unknown) => {
			failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
			return undefined;
		});
	try {
		await studio.open();
		await attempt(() => takeCredential(studio));
		const run = studio.wants('canvas', 'create', 'get') ? await attempt(() => Run.begin(studio)) : undefined;
		studio.simulator.configure({ processingSeconds: forEver });
		// While it waits for its clips.
		await attempt(() => takeWaiting(studio));
		await attempt(() => takeStopped(studio));
		await attempt(() => takeTrigger(studio));
		await attempt(() => takeRecipes(studio));
		await attempt(async () => await run?.end());
	} finally {
		await studio.close();
	}
	return failures;
}
