/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { setInterval, clearInterval } from 'node:timers';

/** Tells a person what is going on while they wait. */
export interface Progress {
	/** Shows the label while the work runs, then how long it took. */
	step<T>(label: string, work: () => Promise<T>): Promise<T>;
}

/** Says nothing; for tests. */
export const quiet: Progress = { step: (_label, work) => work() };

/** Seconds between two signs of life. */
const interval = 15;

/** Tells when a step begins, that it still runs, and how long it took. */
export function createProgress(screen: { write(text: string): unknown }): Progress {
	return {
		async step(label, work) {
			const began = Date.now();
			const tell = (mark: string) => {
				screen.write(`  ${mark} ${label} (${Math.round((Date.now() - began) / 1000)} s)\n`);
			};
			tell('…');
			const timer = setInterval(() => tell('…'), interval * 1000);
			let mark = '✗';
			try {
				const result = await work();
				mark = '✓';
				return result;
			} finally {
				clearInterval(timer);
				tell(mark);
			}
		},
	};
}
