/**
 * For how long after its first status check a process only pauses its checks again, in milliseconds: n8n resumes at its start what
 * is overdue, and some seconds later its recovery marks what it finds running as crashed.
 */
const STARTING = 30_000;

let since: number | undefined;
let isOver = false;

/** What this process has just begun. */
export const starting = {
	/** Whether it has begun to check only lately. */
	isUnderWay(): boolean {
		since ??= Date.now();
		// A clock that was set back must not make this endless.
		isOver ||= Math.abs(Date.now() - since) >= STARTING;
		return !isOver;
	},
};
