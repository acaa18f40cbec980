/** The parts of which a film of one of three families consists, as their beginnings tell them. */

/** A part of a film. */
export interface FilmPart {
	name: string;
	/** Bytes before its contents. */
	header: number;
	/** Bytes with its header; Infinity for all the rest of the file. */
	size: number;
	/** Whether parts of this name are known, so that its size can be believed. */
	known: boolean;
}

/**
 * Reads the beginning of a part.
 *
 * @param bytes - what is here of it, up to {@link LONGEST_HEADER}
 * @returns undefined when that is too little, null when it is no part
 */
type PartReader = (bytes: Uint8Array) => FilmPart | null | undefined;

/** As many bytes tell how long a part is. */
export const LONGEST_HEADER = 16;

/** How the parts of a family are read. */
export interface FilmFamily {
	read: PartReader;
	/** So many bytes may be missing at the end: some who write such files count them wrong. */
	slack: number;
	/** The parts without which there is no film. */
	needs: readonly string[];
}

/**
 * Characters for bytes.
 *
 * @param bytes - any
 * @param from - the first
 * @param to - behind the last
 */
export const latin = (bytes: Uint8Array, from: number, to: number): string =>
	String.fromCharCode(...bytes.subarray(from, to));

/**
 * The numbers that bytes hold.
 *
 * @param bytes - any
 */
export const numbersOf = (bytes: Uint8Array): DataView =>
	new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The boxes of an MP4 or QuickTime film. */
const BOXES = new Set(
	'ftyp styp moov moof mdat imda free skip wide junk pnot uuid mfra sidx ssix prft emsg pdin meta udta'.split(
		' ',
	),
);

/** A box begins with its size and its name; a long one has a second size after them. */
const readBox: PartReader = (bytes) => {
	if (bytes.length < 8) return undefined;
	const numbers = numbersOf(bytes);
	const short = numbers.getUint32(0);
	const header = short === 1 ? 16 : 8;
	if (bytes.length < header) return undefined;
	const name = latin(bytes, 4, 8);
	// A box without a size goes on to the end of the file.
	const size = short === 1 ? Number(numbers.getBigUint64(8)) : short || Infinity;
	return size < header || !/^[\w \u00a9-]{4}$/.test(name)
		? null
		: { name, header, size, known: BOXES.has(name) };
};

/** Sizes that mean that nobody has come back to write the right one. */
const UNWRITTEN = new Set([0, 0x7fff_ffff, 0xffff_ffff]);

/** A large AVI consists of several lists of the kind RIFF. */
const readRiff: PartReader = (bytes) => {
	if (bytes.length < 12) return undefined;
	const size = numbersOf(bytes).getUint32(4, true);
	const isList = latin(bytes, 0, 4) === 'RIFF' && /^AVI[ X]$/.test(latin(bytes, 8, 12));
	return isList && !UNWRITTEN.has(size)
		? { name: 'RIFF', header: 12, size: 8 + size + (size % 2), known: true }
		: null;
};

/** The elements of a Matroska or WebM film. */
const ELEMENTS = new Map([
	['\x1a\x45\xdf\xa3', 'EBML'],
	['\x18\x53\x80\x67', 'Segment'],
	['\xec', 'Void'],
	['\xbf', 'CRC-32'],
]);

/** The first bits of an element's size tell how many bytes it takes; nothing but ones mean that nobody knows it. */
const readElement: PartReader = (bytes) => {
	const id = ELEMENTS.has(latin(bytes, 0, 1)) ? 1 : 4;
	const first = bytes[id];
	if (first === undefined) return undefined;
	const length = Math.clz32(first) - 23;
	const header = id + length;
	const name = ELEMENTS.get(latin(bytes, 0, id));
	if (name === undefined || length > 8) return null;
	if (bytes.length < header) return undefined;
	let contents = BigInt(first & (0xff >> length));
	for (const byte of bytes.subarray(id + 1, header)) contents = contents * 256n + BigInt(byte);
	const unknown = contents === (1n << BigInt(7 * length)) - 1n || (contents === 0n && name === 'Segment');
	return { name, header, size: unknown ? Infinity : header + Number(contents), known: true };
};

/**
 * The family of a film.
 *
 * @param start - its first four bytes or more
 */
export function familyOf(start: Uint8Array): FilmFamily {
	if (latin(start, 0, 4) === 'RIFF') return { read: readRiff, slack: 8, needs: [] };
	if (latin(start, 0, 4) === '\x1a\x45\xdf\xa3') return { read: readElement, slack: 0, needs: ['Segment'] };
	return { read: readBox, slack: 0, needs: ['moov', 'mdat'] };
}
