import fc, { type Arbitrary } from 'fast-check';
import { isJsonObject } from '../../../nodes/Clip/lib/json';

// fast-check's own unit `binary` takes a second to set up in every file.
const character = fc
	.oneof(
		...[fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10_ffff })],
		fc.constantFrom(0xad, 0x85, 0x200b, 0x2028, 0x202e, 0x2066),
	)
	.map((code) => String.fromCodePoint(code));

/** Any text, with many control characters and marks in it. */
export const anyText = (maxLength = 10): Arbitrary<string> => fc.string({ unit: character, maxLength });

/** Whole numbers on both sides of 2^53, from where on JavaScript would round them. */
const wholeNumber: Arbitrary<bigint> = fc.oneof(
	fc.bigInt({ min: 2n ** 53n - 9n, max: 2n ** 53n + 9n }),
	fc.bigInt({ min: -(2n ** 99n), max: 2n ** 99n }),
);

/** The ID of a project or clip as a service may write it, a whole number as a bigint. */
export const anyId: Arbitrary<bigint | string> = fc.oneof(
	fc.bigInt({ min: 1n, max: 2n ** 64n }),
	fc.bigInt({ min: 1n, max: 2n ** 64n }).map(String),
	fc.constantFrom('a-1_B', '007'),
);

/** Values of JSON; a bigint is a whole number with all its digits. */
export const anyJson: Arbitrary<unknown> = fc.anything({
	maxDepth: 3,
	key: fc.oneof(anyText(), fc.constantFrom('12345678901234567890', 'videos', 'code')),
	values: [
		...[wholeNumber, anyText(), fc.constantFrom('12345678901234567890', '\\"', '"12345678901234567890')],
		fc.constantFrom<unknown>(null, true, false, 0, 0.5, -7e-9, 1e300),
	],
});

/** A value of {@link anyJson} as it is written. */
export function written(value: unknown): string {
	if (typeof value === 'bigint') return String(value);
	if (Array.isArray(value)) return `[${value.map(written).join(' ,\n')}]`;
	if (!isJsonObject(value)) return JSON.stringify(value);
	const fields = Object.entries(value).filter(([, each]) => each !== undefined);
	return `{ ${fields.map(([name, each]) => `${JSON.stringify(name)} :${written(each)}`).join()}}`;
}

/** A value of {@link anyJson} as it must be read: what JavaScript would round is text. */
export function exact(value: unknown): unknown {
	if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
	if (Array.isArray(value)) return value.map(exact);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, exact(each)]));
}
