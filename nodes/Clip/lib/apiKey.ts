import { decodeEscapes } from './escapes';

/*
 * Finds and masks the API key. In items, and in errors that nobody expects, only the whole key is masked; what the service says, and what
 * quotes an item, is not shown where a part of the key can be recognised.
 */

export const MASK = '***';

/** Shorter keys stand in ordinary words, and are masked only in what the service says. */
const SHORTEST_KEY = 8;

/** The key, and the `abc` of a key `Bearer abc`: an answer may quote that alone. */
export const spellingsOf = (key: string): string[] => [key, ...key.split(/\s+/).slice(-1)];

/** Masks secrets, also as they are spelled without escapes. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
	const spellings = secrets
		.flatMap((secret) => [secret, decodeEscapes(secret)])
		.filter((secret) => secret !== '')
		// One secret may begin another one.
		.sort((a, b) => b.length - a.length);
	return maskAll(text, spellings);
}

const maskAll = (text: string, secrets: readonly string[]): string =>
	secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);

/** How many letters and digits of a key, in a row, give it away. What is all small or all capital letters may be a word, and is longer. */
const REVEALING_LENGTH = 8;
const REVEALING_WORD_LENGTH = 12;

const NOT_LETTERS = /[^a-z\d]/gi;

/** What may stand between the letters of a key: a tag, an entity, white space as JSON writes it. */
const MARKUP = /<[^<>]*>|&\w{2,32};|\\[bfnrt]/g;

/** Whether a part of the key can be recognised in a text, whatever stands between its letters. */
export function revealsPartOfKey(key: string, text: string): boolean {
	const letters = key.replace(NOT_LETTERS, '');
	const spellings = [text, text.replace(MARKUP, '')].map((each) =>
		each.replace(NOT_LETTERS, '').toLowerCase(),
	);
	return Array.from(letters, (_, start) => {
		const isWord = /^(?:[a-z]+|[A-Z]+)$/.test(letters.slice(start, start + REVEALING_LENGTH));
		const length = isWord ? REVEALING_WORD_LENGTH : REVEALING_LENGTH;
		return start + length > letters.length ? null : letters.slice(start, start + length).toLowerCase();
	}).some((part) => part !== null && spellings.some((each) => each.includes(part)));
}

/** Masks whole keys, also as JSON writes them. */
export const maskKeysInText = (text: string, keys: Iterable<string>): string =>
	maskAll(
		text,
		[...keys]
			.flatMap(spellingsOf)
			.flatMap((key) => [key, JSON.stringify(key).slice(1, -1)])
			.filter((key) => key.length >= SHORTEST_KEY),
	);

/** Whether a text shows the key, or so much of it that it can be recognised. */
export const showsKey = (text: string, key: string): boolean =>
	maskSecrets(text, spellingsOf(key)) !== text || revealsPartOfKey(key, text);

/**
 * Masks the whole key in each text and each name of a value that was just read from JSON.
 *
 * @param kept - the names of fields whose texts stay as they are
 */
export function maskKeyInJson(value: object, key: string, kept: ReadonlySet<string>): void {
	const secrets = spellingsOf(key).filter((secret) => secret.length >= SHORTEST_KEY);
	if (secrets.length === 0) return;
	const holdsKey = (part: string) => secrets.some((secret) => part.includes(secret));
	const parts: object[] = [value];
	// The loop also comes to what it adds.
	for (const part of parts) {
		for (const [name, inner] of Object.entries<unknown>({ ...part })) {
			if (typeof inner === 'object' && inner !== null) parts.push(inner);
			const isMasked = typeof inner === 'string' && !kept.has(name) && holdsKey(inner);
			if (isMasked) Reflect.set(part, name, maskAll(inner, secrets));
			if (holdsKey(name)) {
				Reflect.set(part, maskAll(name, secrets), Reflect.get(part, name));
				Reflect.deleteProperty(part, name);
			}
		}
	}
}
