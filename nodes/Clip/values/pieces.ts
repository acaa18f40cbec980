/** So much of the key tells it: what quotes it may break off anywhere. */
const TELLING = 12;

/** What is searched in a text: a piece of a secret, and around it as much of the rest as is there. */
export interface Needle {
	readonly whole: string;
	/** Where the piece begins and ends in the whole. */
	readonly start: number;
	readonly end: number;
}

/**
 * Pieces of a secret, one of which stands in each telling part of it.
 *
 * @param whole - the secret
 */
export function piecesOf(whole: string): Needle[] {
	const size = whole.length > TELLING ? TELLING / 2 : whole.length;
	const count = Math.floor(whole.length / size);
	return Array.from({ length: count }, (_, at) => ({ whole, start: at * size, end: (at + 1) * size }));
}

interface Place {
	readonly at: number;
	readonly end: number;
}

/**
 * Finds the next one of several secrets in a text, which is searched once for each.
 *
 * @param text - where to search
 * @param needles - what to search
 * @returns a function to call with ever larger indices
 */
export function finder(text: string, needles: readonly Needle[]) {
	const places = needles.map((needle) => ({ needle, next: findPart(text, needle, 0) }));
	return (from: number): Place | null => {
		let first: Place | null = null;
		for (const place of places) {
			if (place.next !== null && place.next.at < from) place.next = findPart(text, place.needle, from);
			const { next } = place;
			if (next === null) continue;
			if (first === null || next.at < first.at || (next.at === first.at && next.end > first.end))
				first = next;
		}
		return first;
	};
}

/** Where a piece stands with enough of its secret around it. */
function findPart(text: string, { whole, start, end }: Needle, from: number): Place | null {
	const piece = whole.slice(start, end);
	for (let at = text.indexOf(piece, from); at !== -1; at = text.indexOf(piece, at + 1)) {
		let before = 0;
		while (before < Math.min(start, at - from) && text[at - before - 1] === whole[start - before - 1])
			before += 1;
		let after = 0;
		const rest = at + piece.length;
		while (end + after < whole.length && text[rest + after] === whole[end + after]) after += 1;
		if (before + piece.length + after >= Math.min(whole.length, TELLING)) {
			return { at: at - before, end: rest + after };
		}
	}
	return null;
}
