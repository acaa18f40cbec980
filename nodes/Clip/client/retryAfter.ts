/**
 * Reads the header in which a gateway says when to come back.
 *
 * @param header - its value: seconds, or a date of HTTP
 * @returns milliseconds from now, at least 0; null when it says nothing
 */
export function readRetryAfter(header: unknown, now: number): number | null {
	if (typeof header !== 'string' || header.trim() === '') return null;
	if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? null : Math.max(0, date - now);
}
