/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs beside n8n, never inside it */
/**
 * Lets time pass, on whatever clock the process has: a test may have put its own in the place of `setTimeout`.
 *
 * @param seconds - how much
 * @param signal - ends it at once
 */
export const pause = async (seconds: number, signal: AbortSignal): Promise<void> =>
	await new Promise((resolve) => {
		if (signal.aborted) return resolve();
		const end = () => {
			clearTimeout(timer);
			signal.removeEventListener('abort', end);
			resolve();
		};
		const timer = setTimeout(end, seconds * 1_000);
		timer.unref();
		signal.addEventListener('abort', end);
	});
