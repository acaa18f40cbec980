/**
 * The pattern of a character that nobody sees: white space, and what has no shape of its own, which are format
 * characters, variation selectors, fillers and the blank of Braille.
 */
const UNSEEN = String.raw`[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;

/**
 * A pattern that is made when it is first used, and kept. One with classes of Unicode takes a third of a millisecond, also as a literal in
 * a function that nobody calls, and n8n loads all files at its start. To make it at each use would double the time to read an answer.
 */
export function lazyPattern(pattern: string, flags: string): () => RegExp {
	let made: RegExp | undefined;
	return () => (made ??= new RegExp(pattern, flags));
}

/** Matches what nobody sees around a value. The second part looks back: a long row inside a text would else take quadratic time. */
const AROUND = `^${UNSEEN}+|(?<!${UNSEEN})${UNSEEN}+$`;

const around = lazyPattern(AROUND, 'gu');

/**
 * A link, an ID, a number, a code, an address, a key or the name of a header as it was meant: chats, sheets and web pages leave
 * characters around a value that nobody sees.
 */
export const clean = (text: string): string => text.replace(around(), '');

const seen = lazyPattern(UNSEEN.replace('[', '[^'), 'u');

/** Whether a text holds nothing that a person could see. */
export const isBlank = (text: string): boolean => !seen().test(text);

/** What looks like nothing, or like an ordinary space. */
const shapeless = lazyPattern(String.raw`(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]`, 'gu');

/** Writes what looks like nothing, or like an ordinary space, as an escape, such as `\u200b`, so that people see it. */
export const spellUnseen = (text: string): string =>
	text.replace(shapeless(), (character) =>
		character
			.split('')
			.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
			.join(''),
	);

/** Puts sentences together, some of which may be missing. */
export const joinSentences = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');

/** What a text holds that has `{{ }}` in it, with the way on. */
export const NOT_EVALUATED =
	'an expression that n8n has not evaluated\nSwitch the field from Fixed to Expression.';

const unseen = lazyPattern(`${UNSEEN}|\\p{Cc}`, 'u');

/** Whether a text holds a character that nobody sees, a control character or white space included. */
export const holdsUnseen = (text: string): boolean => unseen().test(text);
