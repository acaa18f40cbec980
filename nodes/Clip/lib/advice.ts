/** What the person at the canvas reads: what happened, and what it means and asks for. */
export interface Advice {
	/** One line, without a final period. */
	title: string;
	description: string;
}
