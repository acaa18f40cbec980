import { sleep } from 'n8n-workflow';

/**
 * Does something every second.
 *
 * @param signal - ends it, within a second
 * @param work - must not throw
 */
export async function eachSecond(signal: AbortSignal, work: () => void): Promise<void> {
	for (;;) {
		await sleep(1_000);
		if (signal.aborted) return;
		work();
	}
}
