/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setInterval, clearInterval } from 'node:timers';

/** Tells a person what is going on while they wait. */
export interface Progress {
	/** Shows the label and the seconds while the work runs, then how long it took. */
	step<T>(label: string, work: () => Promise<T>): Promise<T>;
}

/** Says nothing; for tests. */
export const quiet: Progress = { step: (_label, work) => work() };

/** The part of an output stream that progress needs. */
export interface Screen {
	isTTY?: boolean;
	columns?: number;
	write(text: string): unknown;
}

/** Seconds between two signs of life where a line cannot be rewritten (a log of a build server). */
const plainInterval = 15;

/**
 * Shows progress as a line that counts seconds on a terminal, and as plain lines elsewhere.
 * @param now - The clock, in milliseconds.
 */
export function createProgress(screen: Screen, now: () => number = Date.now): Progress {
	return {
		async step(label, work) {
			const began = now();
			const seconds = () => Math.round((now() - began) / 1000);
			const rewrite = (text: string) =>
				screen.write(`\r\u001b[2K${text.slice(0, (screen.columns ?? 80) - 1)}`);
			const show = () => {
				if (screen.isTTY === true) rewrite(`  … ${label} (${seconds()} s)`);
				else screen.write(`  … ${label} (${seconds()} s)\n`);
			};
			const finish = (mark: string) => {
				clearInterval(timer);
				if (screen.isTTY === true) rewrite('');
				screen.write(`  ${mark} ${label} (${seconds()} s)\n`);
			};
			show();
			const timer = setInterval(show, screen.isTTY === true ? 1000 : plainInterval * 1000);
			return await work().then(
				(result) => {
					finish('✓');
					return result;
				},
				(error: unknown) => {
					finish('✗');
					return Promise.reject(error instanceof Error ? error : new Error(String(error)));
				},
			);
		},
	};
}
