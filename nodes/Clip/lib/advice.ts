import { joined } from './text';

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

/** Who executes, and so reads an error: a person in the editor, whoever runs a published workflow, or the caller of a tool or of a sub-workflow. */
export type Executor = 'person' | 'publisher' | 'caller';

/** All but the title, as the description of an error. */
export const described = ({ meaning, todo, facts = '' }: Omit<Advice, 'title'>): string =>
	joined(meaning, todo, facts);

/** What it means that nothing was done with an item. */
export interface NothingDone {
	/**
	 * What it means for the user's money, without a final period: a part of titles, since of an expression that fails the editor shows
	 * nothing else of ours.
	 */
	money: string;
	/** The same as a sentence, where a parameter breaks a rule; empty where `todo` says enough. */
	meaning: string;
	/** How to mend a parameter, and what comes then. */
	todo: string;
	/** What comes after another mistake is mended, such as one in the credential. */
	next: string;
}
