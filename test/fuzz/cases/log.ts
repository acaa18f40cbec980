import { contextOf } from '../../engine/harness';

/** What the nodes log, taken before it is written anywhere. */
export class Log {
	private lines: string[] = [];

	/** Begins to listen. */
	open(): void {
		const { logger } = contextOf({ parameters: {}, credentials: {} });
		const take = (...said: unknown[]): void => void this.lines.push(said.map(String).join(' '));
		Object.assign(logger, { debug: take, info: take, warn: take, error: take, verbose: take });
	}

	/** What was logged since the last time. */
	take(): string[] {
		const taken = this.lines;
		this.lines = [];
		return taken;
	}
}
