/** What the person at the canvas reads: what happened, and what it means and asks for. */
export interface Advice {
	/** One line, without a final period. */
	title: string;
	description: string;
}

/** Puts sentences together, some of which may be missing. */
export const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');
