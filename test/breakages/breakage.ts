/** A fault that somebody may build in by mistake, and the test that must notice it. */
export interface Breakage {
	/** The promise or rule that it breaks. */
	readonly promise: string;
	/** What the edit does. */
	readonly breaks: string;
	/** The source file that is edited. */
	readonly file: string;
	/** Stands there exactly once. */
	readonly find: string;
	readonly replace: string;
	/** The file of the test. */
	readonly test: string;
	/** A part of the full name of the test. */
	readonly name: string;
}
