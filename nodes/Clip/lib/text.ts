/** A character that nobody sees: white space, format characters, variation selectors, fillers, and the blank of Braille. */
const INVISIBLE = String.raw`[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;

/** Without lookbehind, a long row inside a text would take quadratic time. */
const AROUND = new RegExp(`^${INVISIBLE}+|(?<!${INVISIBLE})${INVISIBLE}+$`, 'gu');

/** Chats, sheets and web pages leave invisible characters around a value. */
export const trimInvisible = (text: string): string => text.replace(AROUND, '');

/** Matches characters that look like nothing, or like an ordinary space. */
const SHAPELESS = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Writes characters that nobody sees as escapes, such as `\u200b`. */
export const spellInvisible = (text: string): string =>
	text.replace(SHAPELESS, (character) =>
		character
			.split('')
			.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
			.join(''),
	);

export const joinSentences = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');

/** For a text that holds `{{ }}`. */
export const NOT_EVALUATED =
	'an expression that n8n has not evaluated\nSwitch the field from Fixed to Expression.';

const INVISIBLE_OR_CONTROL = new RegExp(`${INVISIBLE}|\\p{Cc}`, 'u');

/** Whether a text holds characters that nobody sees, control characters and white space included. */
export const holdsInvisible = (text: string): boolean => INVISIBLE_OR_CONTROL.test(text);
