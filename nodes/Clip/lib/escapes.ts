import { decodePath } from './link';

/*
 * Escapes of HTML, links and JSON, and characters without a shape: they could hide a secret from whoever looks for it.
 */

/** Drops control characters, half characters and what else has no shape, but keeps white space. */
export const withoutControls = (text: string): string =>
	text.replace(/[\p{Cf}\p{Cs}]|(?![\t-\r])\p{Cc}/gu, '');

/** A text with each escape undone once, and without control characters. */
export const decodeEscapes = (text: string): string => withoutControls(decodeOnce(withoutControls(text)));

const NAMED: ReadonlyMap<string, string> = new Map(
	Object.entries({
		amp: '&',
		lt: '<',
		gt: '>',
		quot: '"',
		apos: "'",
		nbsp: ' ',
		plus: '+',
		equals: '=',
		sol: '/',
	}),
);

/** Matches escapes as HTML, links and JSON write them. */
const ESCAPES =
	/&(?:#(\d{1,7});?|#x([\da-f]{1,6});?|([a-z]{2,6});)|((?:%[\da-f]{2})+)|\\(?:u([\da-f]{4})|(["\\/]))/gi;

/** Undoes each escape once. */
function decodeOnce(text: string): string {
	return text.replace(
		ESCAPES,
		(
			whole: string,
			decimal?: string,
			hex?: string,
			name?: string,
			bytes?: string,
			unit?: string,
			sign?: string,
		) => {
			if (bytes !== undefined) return decodeBytes(bytes);
			if (sign !== undefined) return sign;
			if (unit !== undefined) return characterOf(unit);
			if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole;
			const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
			return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
		},
	);
}

/** If the bytes are no UTF-8, only those of ASCII are decoded. */
function decodeBytes(bytes: string): string {
	const decoded = decodePath(bytes);
	return decoded === bytes
		? bytes.replace(/%([0-7][\da-f])/gi, (_, byte: string) => characterOf(byte))
		: decoded;
}

const characterOf = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));
