/** The longest time that a gateway may ask for, in milliseconds. Beyond it stands a wrong clock, or nonsense. */
const LONGEST = 24 * 60 * 60_000;

/** A date of HTTP, all forms of which name the month: `Date.parse` alone takes "-5" for a year. */
const DATE = /^[a-z]{3,9},? .*\d{2}:\d{2}:\d{2}/i;

/**
 * Reads the header in which a gateway says when to come back.
 *
 * @param header - its value: seconds, or a date of HTTP
 * @returns milliseconds from now, at least 0, which is no reason to hurry; null when it says nothing that can be meant
 */
export function readRetryAfter(header: unknown, now: number): number | null {
	if (typeof header !== 'string') return null;
	const text = header.trim();
	const wait = /^\d+$/.test(text) ? Number(text) * 1000 : DATE.test(text) ? Date.parse(text) - now : NaN;
	return wait <= LONGEST ? Math.max(0, wait) : null;
}
