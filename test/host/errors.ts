import { z } from 'zod/v3';

/**
 * Something a person can act on: one sentence that says what went wrong and what to do, and where to read more.
 * Whatever else is thrown in this folder is a defect of this folder.
 */
export class HostError extends Error {
	/** The file with the whole output of the failed step, if there is one. */
	readonly logFile: string | undefined;

	constructor(message: string, logFile?: string) {
		super(logFile === undefined ? message : `${message}\nThe whole output is in ${logFile}`);
		this.name = 'HostError';
		this.logFile = logFile;
	}
}

// By shape, not by class: under jest the errors of Node itself are of another realm's class.
const shape = z.object({ message: z.string(), code: z.string().optional().catch(undefined) });

/** The text of whatever was thrown. */
export function reasonOf(thrown: unknown): string {
	return shape.safeParse(thrown).data?.message ?? String(thrown);
}

/** The code that the operating system gave an error (`EADDRINUSE`, `ENOENT`, ...), or `undefined`. */
export function codeOf(thrown: unknown): string | undefined {
	return shape.safeParse(thrown).data?.code;
}
