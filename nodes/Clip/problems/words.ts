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
	said?: string;
	/** What workflows that branch on it know it as, where that is not its code: `details.outcome`. */
	outcome?: string;
}

/**
 * Who executes, and so reads an error: a person in the editor, whoever runs a published workflow, or the caller of a tool or of a
 * sub-workflow; `eachTime`: any of them, where each execution submits the video; `afterPause`: whoever runs a published workflow whose node
 * was paused, since n8n's Retry repeats the error of such a node, and does not run it.
 */
export type Reader = 'person' | 'publisher' | 'caller' | 'eachTime' | 'afterPause';

/** All but the title, as the description of an error. */
export const describeWords = ({ meaning = '', todo = '', said = '' }: Omit<Words, 'title'>): string =>
	joinSentences(meaning, todo, said);

/** How to go on with a project that exists. */
export const GO_ON: Record<Reader, string> = {
	person: 'Execute again. It costs nothing and goes on where it was.',
	publisher: 'Retry this execution: it costs nothing.',
	caller: '',
	afterPause:
		"'Get Clips' with this project ID costs nothing, and neither does executing again in the editor. n8n's Retry only repeats this error.",
	eachTime:
		"'Get Clips' with this project ID costs nothing. Executing again submits the video again: 'Submit Again' is 'Each Time'.",
};

/** How the video of a failed project is submitted again. */
export const SUBMIT_AFTER_FAILURE: Record<Reader, string> = {
	person: 'Executing Create again submits the video again.',
	publisher: 'To submit the video again, execute Create by hand.',
	caller: 'Within two hours, this video is not submitted again.',
	eachTime: 'Executing Create again submits the video again.',
	afterPause: 'To submit the video again, execute Create by hand.',
};
