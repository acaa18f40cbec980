import type { NodeRunResult } from '../../engine/harness';
import type { World } from '../world';

/** What is promised whatever a service says. */
export type Promised =
	| 'crash'
	| 'hang'
	| 'lost'
	| 'money'
	| 'objects'
	| 'pace'
	| 'secret'
	| 'size'
	| 'title'
	| 'truth';

/** A promise that was broken, and by what; without secrets. */
export interface Breach {
	promise: Promised;
	what: string;
}

/** A run with all that a judge may look at. */
export interface Evidence {
	world: World;
	result: NodeRunResult;
	/** Lines that were logged meanwhile. */
	logged: readonly string[];
}

/** Looks at a run; gives what it broke. */
export type Judge = (evidence: Evidence) => Breach[];
