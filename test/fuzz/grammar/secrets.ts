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

/** How a link stands in words: nobody else knows what is secret in it. */
const link = ({ signature, password }: Secrets): Arbitrary<string> =>
	oneOf(
		`https://cdn.example.com/a.mp4?Signature=${signature}`,
		`https://cdn.example.com/a.mp4?Expires=19&X-Amz-Signature=${signature}&x=1`,
		`https://cdn.example.com/a.mp4#Signature=${signature}`,
		`<a href="https://cdn.example.com/a.mp4?Signature=${signature}&amp;x=1">`,
		`https://user:${password}@cdn.example.com/a.mp4`,
		`https://${password}@cdn.example.com/a.mp4`,
	);

/**
 * Words of a service that quote what they should not.
 *
 * @param all - what stands in links
 * @param known - what the nodes know to be secret; it may stand anywhere, plain or URL-encoded
 */
export const quoting = (all: Secrets, known: readonly string[]): Arbitrary<string> =>
	fc
		.array(
			often<string>(
				[2, oneOf('refused', 'not accepted', 'ETIMEDOUT', 'access denied', 'a\nb', 'the key', '…', '\u202e')],
				[3, oneOf('nothing', ...known.flatMap((secret) => [secret, secret, encodeURIComponent(secret)]))],
				[3, link(all)],
			),
			{ minLength: 1, maxLength: 5 },
		)
		.map((words) => words.join(' '));
