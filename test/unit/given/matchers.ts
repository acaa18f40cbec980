/**
 * Stands for any text that fits a pattern. (jest's own matchers are of the type `any`, which the house does not allow.)
 *
 * @param pattern - the pattern
 */
export const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/**
 * Stands for any text with a part.
 *
 * @param part - the part
 */
export const holding = (part: string): unknown => expect.stringContaining(part);
