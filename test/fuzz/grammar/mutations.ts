import fc, { type Arbitrary } from 'fast-check';
import { often, oneOf } from '../chance';
import { nested } from './clips';
import { type Secrets, unicodeEscapes } from './secrets';

type Json = Record<string, unknown>;

const wrong: Arbitrary<unknown> = often<unknown>(
	[4, fc.jsonValue({ maxDepth: 2 })],
	[2, oneOf<unknown>(null, undefined, '', 0, -0, true, [], {}, '4006', 4006, 2000, 'x'.repeat(70_000))],
	[1, fc.integer({ min: 90, max: 4_000 }).map(nested)],
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

/**
 * What tells that a secret follows: nobody can know one whose sign is broken. A word is read from its beginning only: from each of
 * its letters would take minutes for a long one.
 */
const SIGNS = /(?:(?<![\w-])[\w-]*)?Signature(?:=|%3D)|https?[:%\\/\dAF]*|%40|@/gi;

/** A place that is in no sign, nor reaches into one. */
function besideSigns(text: string, at: number): number {
	for (const { index, 0: sign } of text.matchAll(SIGNS)) {
		const end = index + sign.length;
		if (at > index - LONGEST_CUT && at < end) return end;
	}
	return at;
}

const LONGEST_CUT = 4;

/** Changes of the text itself. */
const ofText = (json: Json, { key }: Secrets): Arbitrary<string> => {
	const text = JSON.stringify(json);
	const place = fc.nat(text.length).map((at) => besideSigns(text, at));
	return often<string>(
		[2, place.map((at) => text.slice(0, at))],
		[
			2,
			fc
				.tuple(place, fc.string({ unit: 'binary', maxLength: 6 }), fc.nat(LONGEST_CUT))
				.map(([at, what, over]) => insert(text, at, what, over)),
		],
		[1, fc.constant(text.replaceAll(key.trim(), unicodeEscapes(key.trim())))],
		[1, fc.constant(text.replaceAll('?', '\\u003f').replaceAll('/', '\\/'))],
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
export const mutated = (json: Json, secrets: Secrets): Arbitrary<string> =>
	often([3, ofValues(json)], [3, ofText(json, secrets)]);
