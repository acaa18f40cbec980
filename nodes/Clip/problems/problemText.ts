import { SUBMISSION_LIMITS } from '../lib/limits';
import { joinSentences } from '../lib/text';

/** What the person at the canvas reads of a problem. */
export interface ProblemText {
	/** What happened: one line without a final period, of at most 90 characters apart from what it quotes. */
	title: string;
	/** What it means for the user's minutes and project. */
	meaning?: string;
	/** What to do next. */
	nextStep?: string;
	/** What else is known, such as the words of the service. */
	background?: string;
}

/** All but the title, as the description of an error. */
export const joinTexts = ({
	meaning = '',
	nextStep = '',
	background = '',
}: Omit<ProblemText, 'title'>): string => joinSentences(meaning, nextStep, background);

export const LIMITS_SENTENCE = `The published limits are ${SUBMISSION_LIMITS.perMinute} submissions a minute and ${SUBMISSION_LIMITS.perHour} an hour`;

export const NOTHING_CHARGED = 'Nothing was sent or charged';

export const NOT_CREATED = 'No project was created, and nothing was charged.';
