import fc, { type Arbitrary } from 'fast-check';
import { often, oneOf } from '../chance';

type Json = Record<string, unknown>;

const wrong: Arbitrary<unknown> = often<unknown>(
	[4, fc.jsonValue({ maxDepth: 2 })],
	[2, oneOf<unknown>(null, undefined, '', 0, -0, true, [], {}, '4006', 4006, 2000, 'x'.repeat(70_000))],
);

/** Changes that leave JSON. */
const ofValues = (json: Json): Arbitrary<string> => {
	const names = [...Object.keys(json), 'message', 'data'] as const;
	return often<unknown>(
		[6, fc.tuple(oneOf(...names), wrong).map(([name, value]) => ({ ...json, [name]: value }))],
		[1, oneOf<unknown>([json], { data: json }, { code: 200, data: json }, [json, json])],
		[1, fc.constant(JSON.stringify(json))],
	).map((value) => JSON.stringify(value));
};

const insert = (text: string, at: number, what: string, over: number): string =>
	`${text.slice(0, at)}${what}${text.slice(at + over)}`;

const LONGEST_CUT = 4;

/** A place in no secret and in no link, nor close before one: nobody knows one that is torn. */
function besideSecrets(text: string, at: number, known: readonly string[]): number {
	const spelled = known.flatMap((secret) => [secret, encodeURIComponent(secret)]);
	const spans = [
		...Array.from(text.matchAll(/https?:[^\s"<>]*/g), ({ index, 0: link }) => ({
			index,
			end: index + link.length,
		})),
		...spelled.map((secret) => {
			const index = text.indexOf(secret);
			return { index, end: index < 0 ? index : text.lastIndexOf(secret) + secret.length };
		}),
	];
	return spans
		.sort((a, b) => a.index - b.index)
		.reduce((place, { index, end }) => (place > index - LONGEST_CUT && place < end ? end : place), at);
}

/** Changes of the text itself. */
const ofText = (json: Json, known: readonly string[]): Arbitrary<string> => {
	const text = JSON.stringify(json);
	const place = fc.nat(text.length).map((at) => besideSecrets(text, at, known));
	return often<string>(
		[2, place.map((at) => text.slice(0, at))],
		[
			2,
			fc
				.tuple(place, fc.string({ unit: 'binary', maxLength: 6 }), fc.nat(LONGEST_CUT))
				.map(([at, what, over]) => insert(text, at, what, over)),
		],
		[1, fc.constant(text.replaceAll('/', '\\/'))],
		[
			1,
			oneOf(`\ufeff${text}`, `${text}\n${text}`, `while(1);${text}`, `callback(${text})`, ` \n\t${text} \n`),
		],
		[1, fc.constant(`{"code":2000,${text.slice(1)}`)],
		[1, fc.constant(`${text.slice(0, -1)},"code":4006}`)],
		[1, fc.integer({ min: 1, max: 2_000 }).map((size) => insert(text, 1, ' '.repeat(size * 50), 0))],
	);
};

/** What becomes of an envelope when something goes wrong with it. */
export const mutated = (json: Json, known: readonly string[]): Arbitrary<string> =>
	often([3, ofValues(json)], [3, ofText(json, known)]);
