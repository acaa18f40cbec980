/** An object that pretends to be text, as JavaScript's own conversions would believe. */
class Pretender {
	toString(): string {
		return '1';
	}

	valueOf(): number {
		return 1;
	}
}

const circle: Record<string, unknown> = {};
circle.self = circle;

/** Values that no field of the interface takes, by name: an expression can pass any of them. */
export const ODD_VALUES: Array<[string, unknown]> = [
	['NaN', NaN],
	['Infinity', Infinity],
	['minus Infinity', -Infinity],
	['a plain object', {}],
	['an object with a value', { value: 1 }],
	['an object with toString', new Pretender()],
	['an object whose toJSON throws', { toJSON: () => Number(Symbol('no number')) }],
	['an object that contains itself', circle],
	['an object without a prototype', Object.create(null)],
	['a nested array', [[1]]],
	['a nested empty array', [[[]]]],
	['an array of objects', [{}]],
	['a date', new Date(0)],
	['an invalid date', new Date(NaN)],
	['a function', () => 1],
	['a symbol', Symbol('1')],
	['a BigInt', 1n],
	['a map', new Map([['value', 1]])],
	['a link object', new URL('https://youtu.be/abc')],
];
