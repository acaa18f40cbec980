import type { Answer } from '../service/rules/answer';
import type { Remembered } from './memory';
import type { Unwritten } from './record';

/** What came of a submission. */
export type SubmissionResult =
	| ({
			state: 'answered';
			/** Whether this execution, or the one that its Retry repeats, knew it already. */
			isFromMemory: boolean;
			/** What the service says of the project now; null where it was not asked. */
			currentAnswer: Answer | null;
	  } & Remembered)
	/** A person, or the failure of another video, has ended the execution before it was accepted; nothing is on its way. */
	| { state: 'stopped'; tries: number }
	/** It would have to wait longer than a tool may. `until`: when it could go out, epoch milliseconds. */
	| { state: 'tooSoon'; until: number }
	/** It was sent before, or may have been, and nobody knows what came of it. `submittedAt`: epoch milliseconds. */
	| { state: 'resultLost'; submittedAt: number }
	| Unwritten;
