/** An object without a prototype. */
const bare: unknown = Object.create(null);

const circle: Record<string, unknown> = {};
circle.self = circle;

/** Values that no field of the interface takes: an expression can give any of them. */
export const ODD_VALUES: readonly unknown[] = [
	...[NaN, Infinity, {}, { value: 1 }, [[1]], [{}], new Date(0), new Date(NaN), () => 1, Symbol('1'), 1n],
	...[circle, bare, new Map([['value', 1]]), new URL('https://youtu.be/abc')],
	{ toString: () => '1', valueOf: () => 1 },
	{ toJSON: () => Number(Symbol('no number')) },
];
