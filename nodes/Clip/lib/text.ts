/** A character that nobody sees: white space, format characters, variation selectors, fillers, and the blank of Braille. */
const INVISIBLE = String.raw`[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;

/**
 * A pattern that is made at its first use. One with classes of Unicode takes a third of a millisecond, even as a literal in a function that
 * nobody calls, and n8n loads all files at its start.
 */
export function lazyPattern(pattern: string, flags: string): () => RegExp {
	let made: RegExp | undefined;
	return () => (made ??= new RegExp(pattern, flags));
}

/** Without the look back, a long row inside a text would take quadratic time. */
const AROUND = `^${INVISIBLE}+|(?<!${INVISIBLE})${INVISIBLE}+$`;

const around = lazyPattern(AROUND, 'gu');

/** Chats, sheets and web pages leave characters around a value that nobody sees. */
export const clean = (text: string): string => text.replace(around(), '');

const visible = lazyPattern(INVISIBLE.replace('[', '[^'), 'u');

/** Whether a text holds nothing that a person could see. */
export const isBlank = (text: string): boolean => !visible().test(text);

/** Matches characters that look like nothing, or like an ordinary space. */
const shapeless = lazyPattern(String.raw`(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]`, 'gu');

/** Writes characters that nobody sees as escapes, such as `\u200b`. */
export const spellInvisible = (text: string): string =>
	text.replace(shapeless(), (character) =>
		character
			.split('')
			.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
			.join(''),
	);

export const joinSentences = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');

/** For a text that holds `{{ }}`. */
export const NOT_EVALUATED =
	'an expression that n8n has not evaluated\nSwitch the field from Fixed to Expression.';

const invisibleOrControl = lazyPattern(`${INVISIBLE}|\\p{Cc}`, 'u');

/** Whether a text holds characters that nobody sees, control characters and white space included. */
export const holdsInvisible = (text: string): boolean => invisibleOrControl().test(text);
