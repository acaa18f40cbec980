import { SUBMISSION_LIMITS } from '../lib/limits';
import { joinSentences } from '../lib/text';

/** What the person at the canvas reads of something that went wrong. */
export interface Words {
	/** What happened: one line, without a final period. What it says of its own has at most 90 characters; what it quotes may be longer. */
	title: string;
	/** What it means for the user's minutes and project. */
	meaning?: string;
	/** What to do next. */
	todo?: string;
	/** What else is known, such as the words of the service. */
	background?: string;
	/** What workflows that branch on it know it as, where that is not its code: `details.outcome`. */
	outcome?: string;
}

/** Who executes, and so reads an error. */
export type Reader =
	/** In the editor. */
	| 'person'
	/** The same, of an execution that has submitted nothing: another one may have, and executing that one again may submit anew. */
	| 'personWithoutProject'
	/** Whoever runs a published workflow. */
	| 'publisher'
	/** The same, whose node was paused: n8n's Retry repeats the error of such a node, and does not run it. */
	| 'publisherAfterPause'
	/** Of a tool, or of a sub-workflow. */
	| 'caller'
	/** Any of them, where each execution submits the video. */
	| 'payerEachTime';

/** All but the title, as the description of an error. */
export const describeWords = ({ meaning = '', todo = '', background = '' }: Omit<Words, 'title'>): string =>
	joinSentences(meaning, todo, background);

export const LIMITS_SENTENCE = `The published limits are ${SUBMISSION_LIMITS.perMinute} submissions a minute and ${SUBMISSION_LIMITS.perHour} an hour`;

/** How to go on with a project that exists. */
export const GO_ON: Record<Reader, string> = {
	person: 'Execute again. It costs nothing and goes on where it was.',
	personWithoutProject: "'Get Clips' with this project ID costs nothing.",
	publisher: 'Retry this execution: it costs nothing.',
	caller: '',
	publisherAfterPause:
		"'Get Clips' with this project ID costs nothing, and neither does executing again in the editor. n8n's Retry only repeats this error.",
	payerEachTime: "'Get Clips' with this project ID costs nothing.",
};

/** What is said beside every error where each execution submits the video, so that nobody executes again who does not want to pay. */
export const EACH_TIME_PAYS =
	"Each execution submits its videos again, and pays for them: 'Submit Again' is 'Each Time'.";

/** How to submit again a video that may have been paid for. 'Each Time' holds for every video of the execution, so this one goes alone. */
export const SUBMIT_ALONE =
	"execute Create once with this video alone and 'Submit Again' set to 'Each Time', then set it back.";

/** How the video of a failed project is submitted again. */
export const SUBMIT_AFTER_FAILURE: Record<Reader, string> = {
	person: 'Executing Create again submits the video again.',
	personWithoutProject: 'To submit the video again, execute Create by hand.',
	publisher: 'To submit the video again, execute Create by hand.',
	caller: 'Within two hours, this video is not submitted again.',
	payerEachTime: '',
	publisherAfterPause: 'To submit the video again, execute Create by hand.',
};
