// jest's own matchers are of the type `any`, which the house does not allow.
export const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
export const holding = (part: string): unknown => expect.stringContaining(part);
