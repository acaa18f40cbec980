import fc from 'fast-check';

// fast-check's own unit `binary`, which its links use, too, takes a second to set up in every file.
const character = fc
	.oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10_ffff }))
	.map((code) => String.fromCodePoint(code));

/** Any text, with many control characters and marks in it. */
export const anyText = (maxLength = 10): fc.Arbitrary<string> => fc.string({ unit: character, maxLength });

/** JSON with any text in it. */
export const anyJson = (): fc.Arbitrary<string> => fc.json({ stringUnit: character });

/** What may follow the host of a link, with what changes its meaning more often than chance would have it. */
export const restOfLink = (): fc.Arbitrary<string> => {
	const part = fc.oneof(
		fc.constantFrom('/', '.', '?', '&', '=', '#', '%20', '%', ':', '@', 'clip', '.mp4', '.avi'),
		character,
	);
	return fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
};

/** Links with a host, most of which can be read. */
export const anyLink = (): fc.Arbitrary<string> =>
	fc
		.tuple(fc.constantFrom('http', 'https', 'HTTPS'), fc.domain(), restOfLink())
		.map(([protocol, host, rest]) => `${protocol}://${host}${rest}`);
