import { joined } from './values';

/** What the person at the canvas reads of something that went wrong. */
export interface Advice {
	/** What happened: one line, without a final period. */
	title: string;
	/** What it means for the user's minutes and project; may be empty. */
	meaning: string;
	/** What to do next; may be empty. */
	todo: string;
	/** What else is known, such as the words of the service. */
	facts?: string;
}

/** All but the title, as the description of an error. */
export const described = ({ meaning, todo, facts = '' }: Omit<Advice, 'title'>): string =>
	joined(meaning, todo, facts);

/** What it means that nothing was done with an item. */
export interface NothingDone {
	/**
	 * What it means for the user's money, without a final period. It goes into the title: of an expression that fails, the editor
	 * explains nothing but what n8n itself says of it.
	 */
	money: string;
	/** What it means, as a sentence, where a parameter breaks a rule; may be empty. */
	meaning: string;
	/** What to do about a wrong parameter. */
	todo: string;
	/** What comes after the mistake is mended, wherever it is. */
	next: string;
}
