import fc from 'fast-check';

// fast-check's own unit `binary`, which its links use, too, takes a second to set up in every file.
const character = fc
	.oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10_ffff }))
	.map((code) => String.fromCodePoint(code));

/** Any text, with many control characters and marks in it. */
export const anyText = (maxLength = 10): fc.Arbitrary<string> => fc.string({ unit: character, maxLength });

/** Links with a host, most of which can be read. */
export const anyLink = (): fc.Arbitrary<string> => {
	const sign = fc.constantFrom('/', '.', '?', '&', '=', '#', '%20', '%', ':', '@', 'clip', '.mp4', '.avi');
	const rest = fc.array(fc.oneof(sign, character), { maxLength: 8 });
	return fc
		.tuple(fc.constantFrom('http', 'https', 'HTTPS'), fc.domain(), rest)
		.map(([protocol, host, parts]) => `${protocol}://${host}/${parts.join('')}`);
};
