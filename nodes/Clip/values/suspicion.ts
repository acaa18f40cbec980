/*
 * Whether a text can hold a secret at all, in any spelling. A body of megabytes is asked once, and nearly always the answer is no;
 * to look for every spelling in every text of it takes twenty times as long as to read it.
 */

/** A letter, a digit, or a sign of an escape, that JSON writes as an escape; an ampersand may begin an escape of HTML. */
const NEEDLESS_IN_JSON = /\\u00(?:2[35]|26#|3[\db]|[46][1-9a-f]|5[\dac]|7[\da])/iy;

/** A letter, a digit or a backslash, which says nothing by itself, that a link writes as an escape. */
const NEEDLESS_IN_LINK = /%(?:25)*(?:3\d|[46][1-9a-f]|5[\dac]|7[\da])/iy;

/**
 * Prepares to tell whether a text can hold one of several needles. The longest run of letters and digits of each must then stand
 * there in plain sight, in letters of either case, unless one of them is escaped.
 *
 * @param needles - texts without escapes
 * @returns false only for a text, or JSON, that holds none of them in any spelling
 */
export function suspecting(needles: readonly string[]): (text: string) => boolean {
	const traces = [...new Set(needles.map(longestRun))];
	const shows = traces.includes('') ? () => true : showing(traces);
	return (text) =>
		// Two backslashes in JSON are one in its value, which may begin any escape there, or stand within a secret.
		text.includes('\\\\') ||
		text.includes('&#') ||
		text.includes(';#') ||
		matchesAt(text, '\\u00', NEEDLESS_IN_JSON) ||
		matchesAt(text, '%', NEEDLESS_IN_LINK) ||
		shows(text);
}

/** The longest part of a text that nobody has a reason to escape. */
const longestRun = (text: string): string =>
	(text.match(/[a-z\d]+/gi) ?? []).reduce(
		(longest, run) => (run.length > longest.length ? run : longest),
		'',
	);

/** Whether a pattern matches where a sign stands: the search for a text takes a fraction of the search for a pattern. */
function matchesAt(text: string, sign: string, pattern: RegExp): boolean {
	for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
		pattern.lastIndex = at;
		if (pattern.test(text)) return true;
	}
	return false;
}

/** So many values has a character of which only five bits count: they are the same for a letter in either case. */
const FOLDED = 32;

/** A pair of characters as a number. */
const pairAt = (text: string, at: number): number =>
	(text.charCodeAt(at - 1) % FOLDED) * FOLDED + (text.charCodeAt(at) % FOLDED);

/**
 * Searches for several texts at once, in letters of either case: by the pair of characters that is looked at, it skips as many
 * as none of the texts can end within (Wu and Manber).
 */
function showing(traces: readonly string[]): (text: string) => boolean {
	const window = Math.min(...traces.map(({ length }) => length));
	if (window < 2) return () => true;
	const skips = new Uint16Array(FOLDED * FOLDED).fill(window - 1);
	for (const trace of traces) {
		for (let at = 1; at < window; at += 1) {
			const pair = pairAt(trace, at);
			skips[pair] = Math.min(skips[pair] ?? 0, window - 1 - at);
		}
	}
	const whole = new RegExp(traces.join('|'), 'iy');
	return (text) => {
		for (let at = window - 1; at < text.length; ) {
			const skip = skips[pairAt(text, at)] ?? 0;
			if (skip === 0) {
				whole.lastIndex = at - window + 1;
				if (whole.test(text)) return true;
			}
			at += skip || 1;
		}
		return false;
	};
}
