/**
 * How long a process, after its first status check, asks for nothing and only pauses its checks again, in milliseconds. When n8n starts, it
 * resumes overdue checks; seconds later its crash recovery marks those still running as crashed.
 */
const START_UP_TIME = 30_000;

let firstCheckAt: number | undefined;
let isStarted = false;

/** Whether this process has made its first status check, which is the first call of this, less than {@link START_UP_TIME} ago. */
export function hasJustStarted(): boolean {
	firstCheckAt ??= Date.now();
	// A clock that was set back must not make this endless.
	isStarted ||= Math.abs(Date.now() - firstCheckAt) >= START_UP_TIME;
	return !isStarted;
}
