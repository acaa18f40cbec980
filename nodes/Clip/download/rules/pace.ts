/** How fast a body must come: so many bytes in so many milliseconds of waiting. */
interface Limit {
	bytes: number;
	within: number;
}

/**
 * A host that sends next to nothing is found out soon, one that drips after minutes: below 5 kB a second a clip takes hours. Two
 * downloads that share a mobile line of 20 kB a second have twice that.
 */
const LIMITS: readonly Limit[] = [
	{ bytes: 64 * 1024, within: 60_000 },
	{ bytes: 1_500_000, within: 300_000 },
];

/** What came within a limit so far. */
interface Stretch {
	limit: Limit;
	/** Milliseconds of waiting. */
	waited: number;
	bytes: number;
}

/** How fast a body comes, measured while it is waited for: the time that others take does not count. */
export type Pace = readonly Stretch[];

/** The pace before the first byte. */
export const FRESH: Pace = LIMITS.map((limit) => ({ limit, waited: 0, bytes: 0 }));

/**
 * The pace after some bytes have come.
 *
 * @param pace - before them
 * @param waited - milliseconds that they were waited for
 * @param bytes - how many came
 */
export const nextPace = (pace: Pace, waited: number, bytes: number): Pace =>
	pace.map(({ limit, ...before }) => {
		const sum = { waited: before.waited + waited, bytes: before.bytes + bytes };
		return sum.bytes >= limit.bytes ? { limit, waited: 0, bytes: 0 } : { limit, ...sum };
	});

/**
 * Whether a body comes too slowly to be waited for.
 *
 * @param pace - up to the last byte
 * @param waiting - milliseconds since then
 */
export const isTooSlow = (pace: Pace, waiting: number): boolean =>
	pace.some(({ limit, waited }) => waited + waiting > limit.within);
