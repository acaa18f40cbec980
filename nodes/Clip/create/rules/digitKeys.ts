/*
 * n8n's memory tells whether a key is known, and nothing else. So a value is spelled: each key holds one place and its digit.
 */

const DIGITS = Array.from('0123456789');

/** The first digit of a spelled ID says how the others are read: as the ID itself, or as the number that its bytes are. */
const IN_DIGITS = '0';
const IN_LETTERS = '1';

/** Epoch milliseconds in digits. */
export const encodeTime = (at: number): string => String(at).padStart(13, '0');

/** @returns epoch milliseconds; null where no time, or more than one, is spelled */
export const decodeTime = (digits: string | null): number | null =>
	digits !== null && /^\d{13}$/.test(digits) ? Number(digits) : null;

export function encodeId(projectId: string): string {
	const digits = /^\d+$/.test(projectId)
		? IN_DIGITS + projectId
		: `${IN_LETTERS}${BigInt(`0x${Buffer.from(projectId).toString('hex')}`)}`;
	// Two more show whether it was damaged.
	return digits + String(BigInt(digits) % 97n).padStart(2, '0');
}

/** @returns the ID; null where none, more than one, or half of one is spelled */
export function decodeId(spelled: string | null): string | null {
	const [, kind, rest = ''] = /^([01])(\d+)\d\d$/.exec(spelled ?? '') ?? [];
	const id = kind === IN_DIGITS ? rest : Buffer.from(BigInt(rest).toString(16), 'hex').toString();
	return /^[\w-]+$/.test(id) && encodeId(id) === spelled ? id : null;
}

/** The keys of a value, the first digit last: n8n forgets the oldest keys first, and the first digits of a time are always the same. */
export const keysOf = (prefix: string, digits: string): string[] =>
	Array.from(digits, (digit, place) => `${prefix}${place}.${digit}`).reverse();

/** All keys that a value may have at some places, by place. */
export const keysAt = (prefix: string, from: number, places: number): string[][] =>
	Array.from({ length: places }, (_, index) => DIGITS.map((digit) => `${prefix}${from + index}.${digit}`));

/**
 * The digits of a value at these places; `isWhole`: it ends there.
 *
 * @param places - the keys of each, see {@link keysAt}
 * @returns null where a place has more than one digit
 */
export function readDigits(
	places: readonly string[][],
	isKnown: (key: string) => boolean,
): { digits: string; isWhole: boolean } | null {
	let digits = '';
	for (const keys of places) {
		const found = keys.flatMap((key, digit) => (isKnown(key) ? [String(digit)] : []));
		if (found.length > 1) return null;
		if (found.length === 0) return { digits, isWhole: true };
		digits += found.join('');
	}
	return { digits, isWhole: false };
}
