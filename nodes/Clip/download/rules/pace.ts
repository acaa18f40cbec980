/** How fast a body comes, measured while it is waited for: the time that others take does not count. */
export interface Pace {
	/** Milliseconds of waiting in the current stretch. */
	waited: number;
	/** Bytes that came in it. */
	bytes: number;
}

/** A stretch ends when so many bytes are here. */
const STRETCH = 64 * 1024;

/** How long a stretch may take, in milliseconds: a host that sends less than about 1 kB a second is as good as silent. */
const LONGEST_STRETCH = 60_000;

/** The pace before the first byte. */
export const FRESH: Pace = { waited: 0, bytes: 0 };

/**
 * The pace after some bytes have come.
 *
 * @param pace - before them
 * @param waited - milliseconds that they were waited for
 * @param bytes - how many came
 */
export function nextPace(pace: Pace, waited: number, bytes: number): Pace {
	const sum = { waited: pace.waited + waited, bytes: pace.bytes + bytes };
	return sum.bytes >= STRETCH ? FRESH : sum;
}

/**
 * Whether a body comes too slowly to be waited for.
 *
 * @param pace - up to the last byte
 * @param waiting - milliseconds since then
 */
export const isTooSlow = (pace: Pace, waiting: number): boolean => pace.waited + waiting > LONGEST_STRETCH;
