/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { readFileSync } from 'node:fs';

/** Something a person can act on: what went wrong, what to do, and where to read more. */
export class HostError extends Error {
	/** @param logFile - the output of what failed; its last lines are shown */
	constructor(message: string, logFile?: string) {
		super(logFile === undefined ? message : `${message}\n${lastLinesOf(logFile)}\nAll of it: ${logFile}`);
		this.name = 'HostError';
	}
}

const lastLinesOf = (file: string): string =>
	readFileSync(file, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
