import fc, { type Arbitrary } from 'fast-check';
import { often, oneOf } from '../chance';

/** What nobody may read in an error, a hint or the log. */
export interface Secrets {
	/** The API key as the credential holds it, maybe with white space around it. */
	key: string;
	/** The signature in signed links. */
	signature: string;
	/** The password in the links of videos and files. */
	password: string;
}

const word = (letters: string, length: number): Arbitrary<string> =>
	fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: length, maxLength: length });

const ALNUM = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const keys: Arbitrary<string> = often(
	[8, word(ALNUM, 32)],
	[3, word(`${ALNUM}-_.~+/=`, 40)],
	[1, word(`${ALNUM}"\\<>&'%?#`, 30)],
	[1, word(ALNUM, 24).map((key) => ` ${key}\t`)],
	[1, word(ALNUM, 24).map((key) => `${key}\n`)],
	[
		1,
		fc
			.tuple(word(ALNUM, 20), oneOf('é', '\u0001', '“', '\r\nX: y', '\u200b', '字'))
			.map(([a, b]) => a + b + a),
	],
);

/** The secrets of a case. */
export const secrets: Arbitrary<Secrets> = fc.record({
	key: keys,
	signature: word(ALNUM, 28).map((text) => `s1G${text}`),
	password: word(ALNUM, 20).map((text) => `pA5${text}`),
});

const percentAll = (text: string): string =>
	[...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const entities = (text: string): string =>
	Array.from(text, (one) => `&#${one.codePointAt(0) ?? 0};`).join('');

/** The letters of a text as JSON may spell them. */
export const unicodeEscapes = (text: string): string =>
	Array.from(
		{ length: text.length },
		(_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
	).join('');

/** The ways in which a service may quote a text. */
const spelled = (text: string): Arbitrary<string> =>
	often<string>(
		[8, fc.constant(text)],
		[2, fc.constant(encodeURIComponent(text))],
		[1, fc.constant(percentAll(text))],
		[1, fc.constant(entities(text))],
		[1, fc.constant(unicodeEscapes(text))],
		[1, fc.constant(JSON.stringify(text))],
	);

/** How a link and its signature stand in words. */
const link = ({ signature, password }: Secrets): Arbitrary<string> =>
	oneOf(
		`https://cdn.example.com/a.mp4?Signature=${signature}`,
		`https://cdn.example.com/a.mp4?Expires=19&X-Amz-Signature=${signature}&x=1`,
		`https://cdn.example.com/a.mp4%3FSignature%3D${signature}`,
		`https://cdn.example.com/a.mp4\\u003fSignature=${signature}`,
		`https:\\/\\/cdn.example.com\\/a.mp4?Signature=${signature}`,
		`https://cdn.example.com/a.mp4#Signature=${signature}`,
		`https://cdn.example.com/a.mp4? Signature=${signature}`,
		`https://cdn.example.com/a.mp4?a=b c&Signature=${signature}`,
		`cdn.example.com/a.mp4;Signature=${signature}`,
		`Signature=${signature}`,
		`<a href="https://cdn.example.com/a.mp4?Signature=${signature}&amp;x=1">`,
		`https://user:${password}@cdn.example.com/a.mp4`,
		`https://${password}@cdn.example.com/a.mp4`,
		`https%3A%2F%2Fuser%3A${password}%40cdn.example.com`,
		`https:\\/\\/user:${password}@cdn.example.com`,
	);

/** Words of a service that quote what they should not. */
export const quoting = (all: Secrets): Arbitrary<string> =>
	fc
		.array(
			often<string>(
				[2, oneOf('refused', 'not accepted', 'ETIMEDOUT', 'access denied', 'a\nb', 'the key', '…', '\u202e')],
				[3, spelled(all.key.trim())],
				[3, link(all)],
			),
			{ minLength: 1, maxLength: 5 },
		)
		.map((words) => words.join(' '));
